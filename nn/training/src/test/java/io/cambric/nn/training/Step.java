package io.cambric.nn.training;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;

/** The result of a training step: the next state and the loss. */
@PyTree
record Step(OwnState state, Array loss) {}
