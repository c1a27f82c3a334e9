package io.cambric.nn.training;

import io.cambric.errors.HyperparameterException;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.io.iterator.ResumableIterable;
import io.cambric.nn.report.Report;
import io.cambric.nn.writer.MetricWriter;
import io.cambric.nn.writer.Progress;
import io.cambric.optax.Optax;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The choices that every training has: data, epochs, checkpoints, writers, hooks. Immutable; each
 * method returns another one.
 *
 * @param <T> the training that the methods return
 * @param <S> the train state
 * @param <B> a batch, a pytree of arrays
 */
public abstract sealed class TrainingBuilder<
        T extends TrainingBuilder<T, S, B>, S extends TrainState<S>, B>
    permits Training, Minimization {

  private final TrainingPlan<S, B> plan;

  TrainingBuilder(TrainingPlan<S, B> plan) {
    this.plan = plan;
  }

  final TrainingPlan<S, B> plan() {
    return plan;
  }

  /** {@return this with other choices} */
  abstract T with(TrainingPlan<S, B> plan);

  /** {@return this with the batches of each epoch} */
  public final T data(EpochData<B> batches) {
    return with(plan.withData(batches));
  }

  /**
   * {@return this with the same batches in each epoch}
   *
   * @param batches the same ones in the same order at each iteration; a {@link ResumableIterable}
   *     resumes at its position, any other iterable is read again up to there
   */
  public final T data(Iterable<B> batches) {
    var resumable = CountedIterable.of(batches);
    return data((int _) -> resumable);
  }

  /**
   * {@return this with a number of epochs}
   *
   * @throws HyperparameterException if it is below 1
   */
  public final T epochs(int epochs) {
    requirePositive("epochs", epochs);
    return with(plan.withEpochs(epochs));
  }

  /**
   * {@return this with a number of steps, spread over as many epochs as necessary}
   *
   * @throws HyperparameterException if it is below 1
   */
  public final T steps(long steps) {
    requirePositive("steps", steps);
    return with(plan.withEpochs(Integer.MAX_VALUE).withSteps(steps));
  }

  /**
   * {@return this, evaluated after each given number of steps instead of after epochs}
   *
   * @throws HyperparameterException if the number is below 1
   */
  public final T evaluateEvery(long steps) {
    requirePositive("evaluateEvery", steps);
    return with(plan.withEvaluateEvery(steps));
  }

  /** {@return this, resumed from the latest checkpoint, and saved at the end of each epoch} */
  public final T checkpoint(Checkpoints checkpoints) {
    return with(plan.withCheckpoints(checkpoints));
  }

  /** {@return as {@link #checkpoint(Checkpoints)}, in a folder} */
  public final T checkpoint(Path folder) {
    return checkpoint(Checkpoints.in(folder));
  }

  /**
   * {@return this, saved after each given number of steps instead of after epochs}
   *
   * @throws HyperparameterException if the number is below 1
   */
  public final T checkpointEvery(long steps) {
    requirePositive("checkpointEvery", steps);
    return with(plan.withCheckpointEvery(steps));
  }

  /** {@return this with one more writer of numbers, which the caller closes} */
  public final T write(MetricWriter writer) {
    return with(plan.withWriter(writer));
  }

  /**
   * {@return this with a report, written at the end of each epoch and of the run}
   *
   * <p>The report shows the confusion matrices of evaluations. A CSV file of the same name next to
   * it contains the numbers. From that file a resumed training continues the curves.
   *
   * @param report the report, which the caller closes; it takes more, such as misclassified images,
   *     after the run
   */
  public final T report(Report report) {
    return with(plan.withReport(ReportFiles.of(report)));
  }

  /**
   * {@return as {@link #report(Report)}, in a file}
   *
   * @param title of the page
   */
  public final T report(Path file, String title) {
    return report(Report.to(file, title));
  }

  /**
   * {@return this, with numbers of the training after each given number of steps}
   *
   * @throws HyperparameterException if the number is below 1
   */
  public final T logEvery(long steps) {
    requirePositive("logEvery", steps);
    return with(plan.withLogEvery(steps));
  }

  /**
   * {@return this, ended by a rule after an evaluation}
   *
   * <p>The rule sees each number once. It sees a number of the training after the next evaluation.
   *
   * @param metric a metric to decrease, such as {@code "test/loss"}
   */
  public final T stopEarly(String metric, EarlyStopping rule) {
    return with(plan.withStopping(new StoppingRule(metric, rule)));
  }

  /**
   * {@return this with an optimiser that steps along the mean gradient of several batches}
   *
   * <p>The optimiser of the state becomes {@link Optax#multiSteps}, with a state of its own.
   *
   * @param batches of one step of the optimiser
   * @throws HyperparameterException if it is below 1
   */
  public final T accumulate(int batches) {
    requirePositive("accumulate", batches);
    var state = plan.state();
    var tx = Optax.multiSteps(state.tx(), batches);
    var optState = TrainState.initOptState(tx, state.params());
    return with(plan.withState(state.withTx(tx).withOptState(optState)));
  }

  /**
   * {@return this with an exponential moving average of the parameters, which evaluations use}
   *
   * <pre>
   *   average' = decay average + (1 - decay) params
   * </pre>
   *
   * <p>The average moves when the optimiser takes a step. That is once for several batches with
   * {@link #accumulate}, or with {@link Optax#multiSteps} or {@link Optax#applyEvery} in the
   * optimiser.
   *
   * @param decay in {@code [0, 1)}
   * @throws HyperparameterException if it is outside that range
   */
  public final T ema(double decay) {
    if (!(decay >= 0 && decay < 1)) {
      throw new HyperparameterException(
          "Training with a moving average needs a decay in [0, 1), but got %s. Use one such as 0.999."
              .formatted(decay));
    }
    return with(plan.withDecay(decay));
  }

  /**
   * {@return this with a number of batches that a thread prepares ahead of the steps}
   *
   * <p>It is two by default. With 0, the training thread makes the batches.
   *
   * @throws HyperparameterException if it is below 0
   */
  public final T prefetch(int batches) {
    if (batches < 0) {
      throw new HyperparameterException(
          "Training needs a prefetch of at least 0, but got %d. Pass 0 to prepare no batches ahead."
              .formatted(batches));
    }
    return with(plan.withPrefetch(batches));
  }

  /**
   * {@return this with another display of its progress}
   *
   * <p>By default it is one line on a terminal, and nothing elsewhere. {@link Progress#none} shows
   * nothing anywhere. The line is removed while writers and hooks run, so they may print.
   */
  public final T progress(Progress progress) {
    return with(plan.withProgress(progress));
  }

  /** {@return this with a function that is called after each step} */
  public final T afterStep(Consumer<TrainingEvent<S>> hook) {
    return with(plan.withStepHook(hook));
  }

  /** {@return this with a function that is called after each epoch and its evaluations} */
  public final T afterEpoch(Consumer<TrainingEvent<S>> hook) {
    return with(plan.withEpochHook(hook));
  }

  /**
   * {@return this, which fails when a metric of the training is not finite}
   *
   * @param metric such as {@code "loss"}; it is checked after each step
   */
  public final T requireFinite(String metric) {
    return with(plan.withFinite(metric));
  }

  /**
   * Trains until the last epoch or step, or until a rule or a hook ends it.
   *
   * @throws HyperparameterException if there is no data, or no metric with the name in {@link
   *     #stopEarly}, {@link #requireFinite} or the rule of the best checkpoints
   * @throws io.cambric.errors.DataException if an epoch or an evaluation has no batch, a checkpoint
   *     belongs to another training, or a checkpoint cannot be saved
   * @throws io.cambric.errors.NonFiniteException if a metric in {@link #requireFinite} is not
   *     finite
   */
  public abstract TrainingResult<S> run();

  private static void requirePositive(String method, long count) {
    if (count < 1) {
      throw new HyperparameterException(
          "Training needs %s of at least 1, but got %d. Leave it out for the default."
              .formatted(method, count));
    }
  }

  /** {@return the choices that were made} */
  @Override
  public final String toString() {
    return plan.toText();
  }
}
