package io.cambric.nn.training;

import static io.cambric.transform.Transforms.valueAndGradAux;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.build.Withers;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.DataException;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.ImmutableCollectionException;
import io.cambric.errors.MissingRngException;
import io.cambric.errors.ScopeException;
import io.cambric.errors.ShapeException;
import io.cambric.errors.TreeStructureException;
import io.cambric.module.Applied;
import io.cambric.module.ApplyOptions;
import io.cambric.module.Module;
import io.cambric.scope.Params;
import io.cambric.scope.Rngs;
import io.cambric.scope.Variables;
import io.cambric.transform.Debug;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.WithAux;
import io.cambric.tree.Trees;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The loss that a training minimises, and the streams and collections that the model needs for it.
 *
 * @param loss of a batch, one number
 * @param metrics of a batch besides the loss
 * @param knowsPhase whether the loss takes the flag {@code isTraining}, so that evaluations may
 *     have random streams
 * @param rngs the key of each random stream, for the whole training
 * @param mutable collections that a step writes
 */
@Withers
record Objective<M extends Module<M>, B>(
    ModelFunction<M, B, Array> loss,
    ModelFunction<M, B, Metrics> metrics,
    boolean knowsPhase,
    Rngs rngs,
    List<String> mutable)
    implements ObjectiveWith<M, B> {

  private static final Metrics NONE = new Metrics(List.of(), List.of());

  /** A step number that no training reaches, for the keys of evaluations. */
  private static final int OF_EVALUATIONS = -1;

  /** The results of a step besides the loss: the written collections, and the metrics. */
  @PyTree
  record Found(Variables written, Metrics metrics) {}

  static <M extends Module<M>, B> Objective<M, B> of(Fn2<M, B, Array> loss) {
    return of((model, batch, _) -> loss.apply(model, batch), false);
  }

  static <M extends Module<M>, B> Objective<M, B> of(ModelFunction<M, B, Array> loss) {
    return of(loss, true);
  }

  private static <M extends Module<M>, B> Objective<M, B> of(
      ModelFunction<M, B, Array> loss, boolean knowsPhase) {
    return new Objective<>(loss, (_, _, _) -> NONE, knowsPhase, Rngs.none(), List.of());
  }

  Objective<M, B> withMutable(String... more) {
    return this.withMutable(
        Stream.concat(mutable.stream(), Arrays.stream(more)).distinct().toList());
  }

  /** {@return the state after a step along the gradient of the loss, with the metrics} */
  StepResult<StandardTrainState<M>> step(StandardTrainState<M> state, B batch) {
    try {
      return declaredStep(state, batch);
    } catch (ImmutableCollectionException e) {
      throw new ImmutableCollectionException(
          "%s In Training.minimize, name the collection with .mutable(name), as in .mutable(\"batch_stats\")."
              .formatted(firstLine(e)),
          e);
    } catch (MissingRngException e) {
      throw new MissingRngException(
          "%s In Training.minimize, pass the key with .rng(name, key), as in .rng(\"dropout\", key)."
              .formatted(firstLine(e)),
          e);
    }
  }

  private static String firstLine(ScopeException failure) {
    return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
  }

  private StepResult<StandardTrainState<M>> declaredStep(StandardTrainState<M> state, B batch) {
    var at =
        valueAndGradAux(
                (Params params) -> {
                  var value = applied(state, params, m -> loss.apply(m, batch, true));
                  // The compiler merges the common computations of both.
                  var others = applied(state, params, m -> metrics.apply(m, batch, true));
                  return new WithAux<>(
                      required(value.output()), new Found(value.variables(), others.output()));
                })
            .apply(state.params());
    var next = state.applyGradients(at.grads()).withModelState(kept(state, at.aux().written()));
    return new StepResult<>(next, all(at.value(), batch, at.aux().metrics()));
  }

  /**
   * {@return the loss and the metrics of a batch, outside of steps}
   *
   * @throws HyperparameterException if the loss trains although this is not a step
   */
  Metrics evaluation(StandardTrainState<M> state, B batch) {
    try {
      var value = required(evaluated(state, m -> loss.apply(m, batch, false)));
      return all(value, batch, evaluated(state, m -> metrics.apply(m, batch, false)));
    } catch (ImmutableCollectionException | MissingRngException e) {
      throw new HyperparameterException(
          "Training evaluates without mutable collections%s, but the loss or the metrics need them: %s Use functions of model, batch and isTraining, and pass isTraining to the layers."
              .formatted(knowsPhase ? "" : " and random streams", firstLine(e)),
          e);
    }
  }

  /** {@return the result of a function of the model, bound as in an evaluation} */
  <R> R evaluated(StandardTrainState<M> state, Fn<M, R> function) {
    var keys = knowsPhase ? keys(NdArray.scalar(DType.I32, OF_EVALUATIONS)) : Rngs.none();
    return state.model().apply(state.variables(), ApplyOptions.rngs(keys), function).output();
  }

  /**
   * Requires the indices in a batch to lie within the axes that they index. A loss that leaves out
   * examples with other indices is finite, and valid.
   *
   * @throws DataException if an index is outside, and the loss is not finite
   */
  void checkIndices(StandardTrainState<M> state, B batch) {
    Fn<B, Array> first = b -> applied(state, state.params(), m -> loss.apply(m, b, true)).output();
    var outside = Debug.outsideIndex(first, batch).orElse(null);
    if (outside != null && !Double.isFinite(first.apply(batch).item())) {
      throw new DataException(
          "Training needs indices below %d at %s, but the first batch has %d%s. Check that labels and tokens count from 0, or enlarge the axis."
              .formatted(
                  outside.size(),
                  outside.place(),
                  outside.index(),
                  outside.leaf().isEmpty() ? "" : " in \"" + outside.leaf() + "\""));
    }
  }

  /** {@return the result of a function of the model, bound as in a step} */
  private <R> Applied<R> applied(StandardTrainState<M> state, Params params, Fn<M, R> function) {
    var options = ApplyOptions.mutable(mutable.toArray(String[]::new)).rngs(keys(state.step()));
    return state.model().apply(state.variables(params), options, function);
  }

  private Rngs keys(Array step) {
    var keys = Rngs.none();
    for (var stream : rngs.keys().entrySet()) {
      keys = keys.stream(stream.getKey(), stream.getValue().foldIn(step));
    }
    return keys;
  }

  /** {@return metrics with the loss, which counts once for each example} */
  private static Metrics all(Array loss, Object batch, Metrics others) {
    var examples = NdArray.scalar(DType.F32, ExampleCount.of(batch));
    var all = Metrics.of("loss", Mean.empty().update(loss, examples));
    for (int i = 0; i < others.names().size(); i++) {
      all = all.with(others.names().get(i), others.values().get(i));
    }
    return all;
  }

  private static Array required(Array loss) {
    if (loss.rank() != 0) {
      throw new ShapeException(
          "Training.minimize needs a scalar loss, but got %s. Reduce it, as in loss.mean()."
              .formatted(loss.aval()));
    }
    if (!loss.dtype().isFloating()) {
      throw new DTypeException(
          "Training.minimize needs a floating loss, but got %s. Its gradient is 0 everywhere: use a loss such as cross entropy."
              .formatted(loss.aval()));
    }
    return loss;
  }

  private Variables kept(StandardTrainState<M> state, Variables written) {
    for (var name : written.names()) {
      var before = Trees.flatten(state.modelState().collection(name)).structure();
      var after = Trees.flatten(written.collection(name)).structure();
      if (!before.equals(after)) {
        throw new TreeStructureException(
            "Collection \"%s\" must keep its structure in a training, but a step returned %s for %s. Leave it out of mutable, or write the step by hand with Training.of."
                .formatted(name, after, before));
      }
    }
    return state.modelState().with(written);
  }
}
