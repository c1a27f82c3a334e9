package io.cambric.spark;

import io.cambric.build.Withers;
import io.cambric.nn.training.TrainState;
import io.cambric.nn.writer.MetricWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The choices of a trainer.
 *
 * @param state before the first step
 * @param training of one process
 * @param processes their number; 0 for as many as the cluster runs tasks at once
 * @param axisName of collectives
 * @param checkpoint the folder of checkpoints; {@code null} for none
 * @param keep how many of the latest checkpoints to keep
 * @param checkpointEach whether each process saves a state of its own
 * @param heartbeatTimeout the longest time without a heartbeat of a process
 * @param writers on the driver
 * @param hooks on the driver, called with the progress
 */
@Withers
record TrainerOptions<S extends TrainState<S>, T>(
    StateSource<S> state,
    TrainingSource<S, T> training,
    int processes,
    String axisName,
    @Nullable String checkpoint,
    int keep,
    boolean checkpointEach,
    Duration heartbeatTimeout,
    List<MetricWriter> writers,
    List<Consumer<TrainingProgress>> hooks)
    implements TrainerOptionsWith<S, T> {}
