package io.cambric.nn.training;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.module.Module;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;

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
 * <p>{@link #minimize} is the short form: it makes the state and the step from a model, an
 * optimiser and a loss. With {@link #of} you write both by hand, for any other kind of step.
 *
 * <p>A step is a function of the train state and a batch, without side effects. It is compiled, and
 * the state is donated to it. Random keys come from the state, as in {@code
 * key.foldIn(state.step())}.
 *
 * <p>Metrics of steps are merged, and their numbers are written as {@code train/NAME} at the end of
 * each epoch, or as {@link #logEvery} says. Numbers of evaluations are {@code EVALUATION/NAME}.
 *
 * <p>Before the first step, evaluations are traced with their first batch. So a mistake in an
 * evaluation, or in the name of a metric, costs no training time.
 *
 * <p>With {@link #checkpoint}, a training that was killed continues with the same arguments. It
 * ends with the same parameters, bit for bit, as a training without interruption. It repeats the
 * writes after its last checkpoint.
 *
 * @param <S> the train state
 * @param <B> a batch, a pytree of arrays
 */
public final class Training<S extends TrainState<S>, B>
    extends TrainingBuilder<Training<S, B>, S, B> {

  private Training(TrainingPlan<S, B> plan) {
    super(plan);
  }

  /**
   * {@return a training of one epoch; its data is still to be given}
   *
   * @param state the initial state, which stays unchanged
   * @param step the function from a state and a batch to the next state and metrics of the batch
   */
  public static <S extends TrainState<S>, B> Training<S, B> of(
      S state, Fn2<S, B, StepResult<S>> step) {
    return new Training<>(TrainingPlan.of(state, step));
  }

  /**
   * {@return a training that minimises a loss of the parameters; its data is still to be given}
   *
   * {@snippet :
   * var trained = Training.minimize(curve, variables, adam(0.01),
   *         (Curve m, Sample batch) -> m.call(batch.x()).sub(batch.y()).square().mean())
   *     .data(epoch -> samples.shuffle(key.foldIn(epoch)).batch(32))
   *     .epochs(40)
   *     .run();
   * }
   *
   * @param model without variables
   * @param variables of the model, from {@code init} or a checkpoint
   * @param optimiser of the parameters
   * @param loss from the model, bound to its variables, and a batch to one floating number
   * @throws HyperparameterException if the variables have no parameters
   */
  public static <M extends Module<M>, B> Minimization<M, B> minimize(
      M model, Variables variables, GradientTransformation optimiser, Fn2<M, B, Array> loss) {
    return Minimization.of(model, variables, optimiser, Objective.of(loss));
  }

  /**
   * {@return as {@link #minimize(Module, Variables, GradientTransformation, Fn2)}, for a loss that
   * takes the flag {@code isTraining}}
   *
   * {@snippet :
   * static Array loss(ImageNet net, Images batch, boolean isTraining) {
   *   return crossEntropy(net.call(batch.pixels(), isTraining), batch.labels()).mean();
   * }
   * }
   *
   * @param loss from the model, bound to its variables, a batch, and whether this is a step of the
   *     training, to one floating number
   */
  public static <M extends Module<M>, B> Minimization<M, B> minimize(
      M model,
      Variables variables,
      GradientTransformation optimiser,
      ModelFunction<M, B, Array> loss) {
    return Minimization.of(model, variables, optimiser, Objective.of(loss));
  }

  @Override
  Training<S, B> with(TrainingPlan<S, B> plan) {
    return new Training<>(plan);
  }

  /**
   * {@return this with one more evaluation, at the end of each epoch}
   *
   * <p>A training of {@link #steps} evaluates its last state as well, once.
   *
   * @param name prefix of the names of its metrics
   * @param batches of the evaluation, as in {@link #data(Iterable)}
   * @param metrics from a state and a batch to metrics, without side effects; compiled
   */
  public <E> Training<S, B> evaluate(String name, Iterable<E> batches, Fn2<S, E, Metrics> metrics) {
    return with(plan().withEvaluation(Evaluation.of(name, batches, metrics)));
  }

  @Override
  @CanIgnoreReturnValue
  public TrainingResult<S> run() {
    return new TrainingRun<>(plan(), (_, _) -> {}).run();
  }
}
