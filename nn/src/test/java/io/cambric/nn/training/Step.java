package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/** What a step of training gives. */
@PyTree
record Step(OwnState state, Array loss) {}
