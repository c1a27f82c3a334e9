package io.cambric.spark;

import java.util.List;
import java.util.Map;

/**
 * A training that has ended, on the driver.
 *
 * @param state the state of rank 0 after the last step
 * @param epochs that have ended
 * @param steps taken, in all epochs and runs
 * @param metrics the latest number of each metric, from rank 0
 * @param members the processes, by rank
 * @param <S> the train state
 */
public record SparkTrained<S>(
    S state, int epochs, long steps, Map<String, Double> metrics, List<TrainingMember> members) {}
