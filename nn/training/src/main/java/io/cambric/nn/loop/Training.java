package io.cambric.nn.loop;

import io.cambric.errors.HyperparameterException;
import io.cambric.io.checkpoint.Checkpoints;
import io.cambric.io.iterator.ResumableIterable;
import io.cambric.nn.metric.Metrics;
import io.cambric.nn.report.Report;
import io.cambric.nn.training.EarlyStopping;
import io.cambric.nn.training.TrainState;
import io.cambric.nn.writer.MetricWriter;
import io.cambric.nn.writer.Progress;
import io.cambric.optax.Optax;
import io.cambric.transform.function.Fn2;
import java.util.function.Consumer;

/**
 * A training: steps over epochs of batches, with evaluations, checkpoints and writers. Immutable;
 * each method returns another one, and {@link #run} trains.
 *
 * {@snippet :
 * var trained = Training.of(state, Mnist::step)
 *     .data(epoch -> images.shuffle(key.foldIn(epoch)).batch(64))
 *     .epochs(10)
 *     .evaluate("test", testImages.batch(256), Mnist::evaluation)
 *     .checkpoint(Checkpoints.in(folder).withKeep(3))
 *     .write(ConsoleWriter.standard())
 *     .run();
 * }
 *
 * <p>A step is a function of the train state and a batch, without side effects. It is compiled, and
 * the state is donated to it. Random keys come from the state, as in {@code
 * key.foldIn(state.step())}.
 *
 * <p>Metrics of steps are merged, and their numbers are written as {@code train/NAME} at the end of
 * each epoch, or as {@link #logEvery} says. Numbers of evaluations are {@code EVALUATION/NAME}.
 *
 * <p>Before the first step, evaluations are traced with their first batch. So what is wrong with
 * them, or with a metric that is named, costs no training.
 *
 * <p>With {@link #checkpoint}, a training that was killed continues with the same arguments. It
 * ends with the same parameters, to the bit, as one that was not. It writes again what it wrote
 * after its last checkpoint.
 *
 * @param <S> the train state
 * @param <B> a batch, a pytree of arrays
 */
public final class Training<S extends TrainState<S>, B> {

  private final TrainingPlan<S, B> plan;

  private Training(TrainingPlan<S, B> plan) {
    this.plan = plan;
  }

  /**
   * {@return a training of one epoch; its data is still to be given}
   *
   * @param state to begin with; it stays as it is
   * @param step from a state and a batch to the next state and metrics of the batch
   */
  public static <S extends TrainState<S>, B> Training<S, B> of(
      S state, Fn2<S, B, StepResult<S>> step) {
    return new Training<>(TrainingPlan.of(state, step));
  }

  /** {@return this with the batches of each epoch} */
  public Training<S, B> data(EpochData<B> batches) {
    return new Training<>(plan.withData(batches));
  }

  /**
   * {@return this with the same batches in each epoch}
   *
   * @param batches the same ones, in one order, each time they are iterated; a {@link
   *     ResumableIterable} is resumed at its position, others are read again up to there
   */
  public Training<S, B> data(Iterable<B> batches) {
    var resumable = CountedIterable.of(batches);
    return data((int _) -> resumable);
  }

  /**
   * {@return this with a number of epochs}
   *
   * @throws HyperparameterException if it is below 1
   */
  public Training<S, B> epochs(int epochs) {
    requirePositive("epochs", epochs);
    return new Training<>(plan.withEpochs(epochs));
  }

  /**
   * {@return this with a number of steps, after as many epochs as they need}
   *
   * @throws HyperparameterException if it is below 1
   */
  public Training<S, B> steps(long steps) {
    requirePositive("steps", steps);
    return new Training<>(plan.withEpochs(Integer.MAX_VALUE).withSteps(steps));
  }

  /**
   * {@return this with one more evaluation, at the end of each epoch}
   *
   * <p>A training of {@link #steps} evaluates its last state as well, once. Data without a batch
   * has no numbers.
   *
   * @param name before the names of its metrics
   * @param batches of the evaluation, as those of {@link #data(Iterable)}
   * @param metrics from a state and a batch to metrics, without side effects; compiled
   */
  public <E> Training<S, B> evaluate(String name, Iterable<E> batches, Fn2<S, E, Metrics> metrics) {
    return new Training<>(plan.withEvaluation(Evaluation.of(name, batches, metrics)));
  }

  /**
   * {@return this, evaluated each time that many steps were taken, and not after epochs}
   *
   * @throws HyperparameterException if the number is below 1
   */
  public Training<S, B> evaluateEvery(long steps) {
    requirePositive("evaluateEvery", steps);
    return new Training<>(plan.withEvaluateEvery(steps));
  }

  /** {@return this, resumed from the latest checkpoint, and saved at the end of each epoch} */
  public Training<S, B> checkpoint(Checkpoints checkpoints) {
    return new Training<>(plan.withCheckpoints(checkpoints));
  }

  /**
   * {@return this, saved each time that many steps were taken, and not after epochs}
   *
   * @throws HyperparameterException if the number is below 1
   */
  public Training<S, B> checkpointEvery(long steps) {
    requirePositive("checkpointEvery", steps);
    return new Training<>(plan.withCheckpointEvery(steps));
  }

  /** {@return this with one more writer of numbers; whoever made it closes it} */
  public Training<S, B> write(MetricWriter writer) {
    return new Training<>(plan.withWriter(writer));
  }

  /**
   * {@return this with a report, written at the end of each epoch and of the run}
   *
   * <p>Confusion matrices of evaluations are shown in it. The numbers are in a CSV file of the same
   * name next to it, from which a resumed training continues the curves.
   *
   * @param report which takes more, such as misclassified images, after the run; whoever made it
   *     closes it
   */
  public Training<S, B> report(Report report) {
    return new Training<>(plan.withReport(ReportFiles.of(report)));
  }

  /**
   * {@return this, with numbers of the training each time that many steps were taken}
   *
   * @throws HyperparameterException if the number is below 1
   */
  public Training<S, B> logEvery(long steps) {
    requirePositive("logEvery", steps);
    return new Training<>(plan.withLogEvery(steps));
  }

  /**
   * {@return this, ended by a rule after an evaluation}
   *
   * <p>The rule sees each number once: one of the training after the evaluation that follows it.
   *
   * @param metric one that gets smaller, such as {@code "test/loss"}
   */
  public Training<S, B> stopEarly(String metric, EarlyStopping rule) {
    return new Training<>(plan.withStopping(new StoppingRule(metric, rule)));
  }

  /**
   * {@return this with an optimiser that steps along the mean gradient of several batches}
   *
   * <p>The optimiser of the state becomes {@link Optax#multiSteps}, with a state of its own.
   *
   * @param batches of one step of the optimiser
   * @throws HyperparameterException if it is below 1
   */
  public Training<S, B> accumulate(int batches) {
    requirePositive("accumulate", batches);
    var state = plan.state();
    var tx = Optax.multiSteps(state.tx(), batches);
    var optState = TrainState.initOptState(tx, state.params());
    return new Training<>(plan.withState(state.withTx(tx).withOptState(optState)));
  }

  /**
   * {@return this with an exponential moving average of the parameters, which evaluations use}
   *
   * <pre>
   *   average' = decay average + (1 - decay) params
   * </pre>
   *
   * <p>It moves when the optimiser takes a step: with {@link #accumulate}, or {@link
   * Optax#multiSteps} and {@link Optax#applyEvery} in the optimiser, once for several batches.
   *
   * @param decay in {@code [0, 1)}
   * @throws HyperparameterException if it is outside
   */
  public Training<S, B> ema(double decay) {
    if (!(decay >= 0 && decay < 1)) {
      throw new HyperparameterException(
          "Training with a moving average needs a decay in [0, 1), but got %s. Take one such as 0.999."
              .formatted(decay));
    }
    return new Training<>(plan.withDecay(decay));
  }

  /**
   * {@return this with a number of batches that a thread prepares ahead of the steps}
   *
   * <p>It is two by default. With none, the batches are made by the thread that trains.
   *
   * @throws HyperparameterException if it is below 0
   */
  public Training<S, B> prefetch(int batches) {
    if (batches < 0) {
      throw new HyperparameterException(
          "Training needs a number from 0 for prefetch, but got %d. Take 0 to prepare none ahead."
              .formatted(batches));
    }
    return new Training<>(plan.withPrefetch(batches));
  }

  /**
   * {@return this, which shows its progress by a given one}
   *
   * <p>By default it is one line on a terminal, and nothing elsewhere. {@link Progress#none} shows
   * nothing anywhere. The line is taken off while writers and hooks run, so they may print.
   */
  public Training<S, B> progress(Progress progress) {
    return new Training<>(plan.withProgress(progress));
  }

  /** {@return this with a function that is called after each step} */
  public Training<S, B> afterStep(Consumer<TrainingEvent<S>> hook) {
    return new Training<>(plan.withStepHook(hook));
  }

  /** {@return this with a function that is called after each epoch and its evaluations} */
  public Training<S, B> afterEpoch(Consumer<TrainingEvent<S>> hook) {
    return new Training<>(plan.withEpochHook(hook));
  }

  /**
   * {@return this, which fails when a metric of the training is no finite number}
   *
   * @param metric such as {@code "loss"}; it is looked at after each step
   */
  public Training<S, B> requireFinite(String metric) {
    return new Training<>(plan.withFinite(metric));
  }

  /**
   * Trains until the last epoch or step, or until a rule or a hook ends it.
   *
   * @throws HyperparameterException if there is no data, or a metric that is named by {@link
   *     #stopEarly}, {@link #requireFinite} or the rule of the best checkpoints is not there
   * @throws io.cambric.errors.DataException if an epoch has no batch, an evaluation has none any
   *     more, a checkpoint is not one of this training, or one cannot be saved
   * @throws io.cambric.errors.NonFiniteException if {@link #requireFinite} says so
   */
  public TrainingResult<S> run() {
    return new TrainingRun<>(plan).run();
  }

  private static void requirePositive(String method, long count) {
    if (count < 1) {
      throw new HyperparameterException(
          "Training needs a number from 1 for %s, but got %d. Leave it out for the default."
              .formatted(method, count));
    }
  }

  /** {@return the choices that were made} */
  @Override
  public String toString() {
    return plan.toText();
  }
}
