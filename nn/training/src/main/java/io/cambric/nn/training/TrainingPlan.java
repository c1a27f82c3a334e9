package io.cambric.nn.training;

import io.cambric.build.Withers;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.nn.writer.MetricWriter;
import io.cambric.nn.writer.Progress;
import io.cambric.transform.function.Fn2;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The choices of a training.
 *
 * @param state before the first step
 * @param step from a state and a batch to the next one
 * @param data of each epoch; {@code null} until it is given
 * @param epochs to train
 * @param steps to train at most
 * @param evaluations in order
 * @param evaluateEvery steps between evaluations; 0 for the ends of epochs
 * @param checkpoints where to save; {@code null} for nowhere
 * @param checkpointEvery steps between checkpoints; 0 for the ends of epochs
 * @param writers of numbers
 * @param report a page of the run; {@code null} for none
 * @param logEvery steps between numbers of the training; 0 for the ends of epochs
 * @param stopping the rule of early stopping; {@code null} for none
 * @param decay of the moving average; {@code null} for none
 * @param stepHooks called after steps
 * @param epochHooks called after epochs
 * @param prefetch batches that a thread prepares ahead; 0 for none
 * @param finite the metric that must be finite; {@code null} for none
 * @param progress shown after each step; {@code null} for the progress line of a terminal, if there
 *     is one
 */
@Withers
record TrainingPlan<S extends TrainState<S>, B>(
    S state,
    Fn2<S, B, StepResult<S>> step,
    @Nullable EpochData<B> data,
    int epochs,
    long steps,
    List<Evaluation<S, ?>> evaluations,
    long evaluateEvery,
    @Nullable Checkpoints checkpoints,
    long checkpointEvery,
    List<MetricWriter> writers,
    @Nullable ReportFiles report,
    long logEvery,
    @Nullable StoppingRule stopping,
    @Nullable Double decay,
    List<Consumer<TrainingEvent<S>>> stepHooks,
    List<Consumer<TrainingEvent<S>>> epochHooks,
    int prefetch,
    @Nullable String finite,
    @Nullable Progress progress)
    implements TrainingPlanWith<S, B> {

  /** One waiting batch, and one in preparation. */
  private static final int AHEAD = 2;

  static <S extends TrainState<S>, B> TrainingPlan<S, B> of(
      S state, Fn2<S, B, StepResult<S>> step) {
    return new TrainingPlan<>(
        state,
        step,
        null,
        1,
        Long.MAX_VALUE,
        List.of(),
        0,
        null,
        0,
        List.of(),
        null,
        0,
        null,
        null,
        List.of(),
        List.of(),
        AHEAD,
        null,
        null);
  }

  TrainingPlan<S, B> withEvaluation(Evaluation<S, ?> evaluation) {
    return this.withEvaluations(with(evaluations, evaluation));
  }

  TrainingPlan<S, B> withWriter(MetricWriter writer) {
    return this.withWriters(with(writers, writer));
  }

  TrainingPlan<S, B> withStepHook(Consumer<TrainingEvent<S>> hook) {
    return this.withStepHooks(with(stepHooks, hook));
  }

  TrainingPlan<S, B> withEpochHook(Consumer<TrainingEvent<S>> hook) {
    return this.withEpochHooks(with(epochHooks, hook));
  }

  private static <T> List<T> with(List<T> list, T last) {
    return Stream.concat(list.stream(), Stream.of(last)).toList();
  }

  /** {@return the choices that were made, without functions} */
  String toText() {
    var text = new ArrayList<String>();
    if (data == null) {
      text.add("no data yet");
    }
    text.add("epochs=" + epochs);
    if (steps != Long.MAX_VALUE) {
      text.add("steps=" + steps);
    }
    if (!evaluations.isEmpty()) {
      text.add("evaluations=" + evaluations.size());
    }
    if (checkpoints != null) {
      text.add("checkpoints=" + checkpoints);
    }
    if (!writers.isEmpty()) {
      text.add("writers=" + writers);
    }
    return text.stream().collect(Collectors.joining(", ", "Training[", "]"));
  }
}
