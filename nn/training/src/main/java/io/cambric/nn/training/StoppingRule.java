package io.cambric.nn.training;

/**
 * A rule of early stopping.
 *
 * @param metric its name among the numbers of the training
 * @param rule the rule before the first evaluation
 */
record StoppingRule(String metric, EarlyStopping rule) {}
