package io.cambric.spark;

import java.io.Serializable;

/**
 * How far a training is.
 *
 * @param epoch from 0
 * @param step steps taken so far, in all epochs
 */
public record TrainingProgress(int epoch, long step) implements Serializable {}
