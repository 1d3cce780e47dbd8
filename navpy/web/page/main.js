"use strict";
// `playground` is for tests, and for whoever likes to look inside.
const playground = new Page([makeStagesTab, makePathsTab, makeArriveTab, makeFlockTab, makeArbitersTab, makeDanceTab, makeDoorwayTab, makeFlowTab,
  makeDistanceTab, makeMarchTab, makeLinksTab, makeDropTab]);
