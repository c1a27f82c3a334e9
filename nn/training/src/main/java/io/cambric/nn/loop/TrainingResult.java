package io.cambric.nn.loop;

import io.cambric.scope.Params;
import java.util.Map;
import java.util.Optional;

/**
 * A training that has ended.
 *
 * @param state after the last step
 * @param average the moving average of the parameters, if one was asked for
 * @param epochs that have ended
 * @param steps taken, in all epochs and runs
 * @param metrics the latest number of each metric
 * @param <S> the train state
 */
public record TrainingResult<S>(
    S state, Optional<Params> average, int epochs, long steps, Map<String, Double> metrics) {}
