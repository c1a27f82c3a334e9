package io.cambric.nn.loop;

import io.cambric.nn.training.EarlyStopping;

/**
 * A rule of early stopping.
 *
 * @param metric its name among the numbers of the training
 * @param rule before the first evaluation
 */
record StoppingRule(String metric, EarlyStopping rule) {}
