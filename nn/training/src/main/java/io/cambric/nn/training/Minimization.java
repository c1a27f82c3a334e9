package io.cambric.nn.training;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.cambric.errors.HyperparameterException;
import io.cambric.module.Module;
import io.cambric.numpy.Key;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;
import java.util.List;
import java.util.stream.Stream;

/**
 * A training that minimises a loss, made by {@link Training#minimize}. Immutable; each method
 * returns another one, and {@link #run} trains.
 *
 * {@snippet :
 * var trained = Training.minimize(net, variables, adamw(1e-3), Digits::loss)
 *     .metrics(Digits::metrics)
 *     .rng("dropout", key)
 *     .mutable("batch_stats")
 *     .data(epoch -> train.shuffle(key.foldIn(epoch)).batch(64))
 *     .evaluate("test", test.batch(256, Remainder.KEEP))
 *     .epochs(10)
 *     .run();
 * }
 *
 * <p>A step computes the gradient of the loss in the parameters, and hands it to the optimiser. Its
 * metrics are {@code loss} and the metrics given to {@link #metrics}. The state is a {@link
 * StandardTrainState}, so a hand-written step with {@link Training#of} continues from it.
 *
 * <p>Before the first step, the loss is traced with the first batch: it has to be one floating
 * number. Indices in the batch, such as labels, must lie within the axes that they index.
 *
 * @param <M> the model
 * @param <B> a batch, a pytree of arrays
 */
public final class Minimization<M extends Module<M>, B>
    extends TrainingBuilder<Minimization<M, B>, StandardTrainState<M>, B> {

  /** An evaluation of the model by an objective, which is complete only when the training runs. */
  private interface Pending<M extends Module<M>, B> {
    Evaluation<StandardTrainState<M>, ?> of(Objective<M, B> objective);
  }

  private final Objective<M, B> objective;
  private final List<Pending<M, B>> evaluations;

  private Minimization(
      Objective<M, B> objective,
      List<Pending<M, B>> evaluations,
      TrainingPlan<StandardTrainState<M>, B> plan) {
    super(plan);
    this.objective = objective;
    this.evaluations = evaluations;
  }

  static <M extends Module<M>, B> Minimization<M, B> of(
      M model, Variables variables, GradientTransformation optimiser, Objective<M, B> objective) {
    if (!variables.contains(Variables.PARAMS)) {
      throw new HyperparameterException(
          "Training.minimize needs variables with a collection \"params\", but got %s. Pass the variables that init of the model returned."
              .formatted(variables.names()));
    }
    var state = StandardTrainState.create(model, variables, optimiser);
    return new Minimization<>(objective, List.of(), TrainingPlan.of(state, objective::step));
  }

  @Override
  Minimization<M, B> with(TrainingPlan<StandardTrainState<M>, B> plan) {
    return new Minimization<>(objective, evaluations, plan);
  }

  private Minimization<M, B> with(Objective<M, B> changed) {
    return new Minimization<>(changed, evaluations, plan());
  }

  private Minimization<M, B> with(Pending<M, B> evaluation) {
    return new Minimization<>(
        objective, Stream.concat(evaluations.stream(), Stream.of(evaluation)).toList(), plan());
  }

  /**
   * {@return this with metrics of each batch besides the loss, in steps and evaluations}
   *
   * <p>If the metrics call the model as the loss does, the compiler computes the call once.
   *
   * @param metrics from the model, bound to its variables, and a batch; without side effects
   */
  public Minimization<M, B> metrics(Fn2<M, B, Metrics> metrics) {
    return metrics((model, batch, _) -> metrics.apply(model, batch));
  }

  /**
   * {@return as {@link #metrics(Fn2)}, by a function that knows whether it trains}
   *
   * @param metrics from the model, bound to its variables, a batch, and whether this is a step
   */
  public Minimization<M, B> metrics(ModelFunction<M, B, Metrics> metrics) {
    return with(objective.withMetrics(metrics));
  }

  /**
   * {@return this with a random stream of the model, such as {@code dropout}}
   *
   * <p>Each step has a key of its own. A loss with the flag {@code isTraining} has the stream in
   * evaluations, too, with one key for all. Without the flag, evaluations have no stream.
   *
   * @param stream its name in {@code makeRng}
   * @param key of the whole training
   */
  public Minimization<M, B> rng(String stream, Key key) {
    return with(objective.withRngs(objective.rngs().stream(stream, key)));
  }

  /**
   * {@return this with collections that a step writes, such as {@code batch_stats}}
   *
   * <p>Evaluations read their values after the last step.
   *
   * @throws HyperparameterException if the variables lack a collection, or it is {@code params}
   */
  public Minimization<M, B> mutable(String... collections) {
    var others = plan().state().modelState().names();
    for (var collection : collections) {
      if (!others.contains(collection)) {
        throw new HyperparameterException(
            "Training needs mutable collections among %s, but got \"%s\". Name a collection that init of the model returned, except \"params\", which the optimiser changes."
                .formatted(others, collection));
      }
    }
    return with(objective.withMutable(collections));
  }

  /**
   * {@return this with an evaluation of the loss and the metrics, at the end of each epoch}
   *
   * <p>The loss is a mean over batches, weighted by their examples: the length of the axis that the
   * arrays of a batch begin with. A training of {@link #steps} evaluates its last state as well,
   * once.
   *
   * @param name prefix of the names of its metrics
   * @param batches of the evaluation, as in {@link #data(Iterable)}
   */
  public Minimization<M, B> evaluate(String name, Iterable<B> batches) {
    return with(objective -> Evaluation.of(name, batches, objective::evaluation));
  }

  /**
   * {@return as {@link #evaluate(String, Iterable)}, with metrics of its own instead}
   *
   * @param metrics from the model, bound to its variables, and a batch; without side effects
   */
  public <E> Minimization<M, B> evaluate(
      String name, Iterable<E> batches, Fn2<M, E, Metrics> metrics) {
    return with(objective ->
        Evaluation.of(
            name,
            batches,
            (StandardTrainState<M> state, E batch) ->
                objective.evaluated(state, model -> metrics.apply(model, batch))));
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.cambric.errors.ShapeException if the loss is more than one number
   * @throws io.cambric.errors.DTypeException if it is not a floating one
   */
  @Override
  @CanIgnoreReturnValue
  public TrainingResult<StandardTrainState<M>> run() {
    return new TrainingRun<>(complete(), objective::checkIndices).run();
  }

  /** {@return the plan with the step and the evaluations of the current objective} */
  TrainingPlan<StandardTrainState<M>, B> complete() {
    var plan = plan().withStep(objective::step);
    for (var each : evaluations) {
      plan = plan.withEvaluation(each.of(objective));
    }
    return plan;
  }
}
