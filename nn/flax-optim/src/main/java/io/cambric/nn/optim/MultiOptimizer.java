package io.cambric.nn.optim;

import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.errors.TreeStructureException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Several optimisers, each for the parameters that a traversal selects. Other parameters stay.
 *
 * {@snippet :
 * var biases = new ModelParamTraversal((path, param) -> path.endsWith("/bias"));
 * var others = new ModelParamTraversal((path, param) -> !path.endsWith("/bias"));
 * var optimizer =
 *     MultiOptimizer.of(biases, new GradientDescent(0.1))
 *         .and(others, new GradientDescent(0.05))
 *         .create(params);
 * optimizer.applyGradient(grads, all -> all.with(1, GradientDescent.class, g -> g.withLearningRate(0.01)));
 * }
 *
 * @param parts no two of which select the same parameter
 * @deprecated use {@link io.cambric.optax.Optax#masked}
 * @see <a
 *     href="https://github.com/google/flax/blob/v0.5.3/flax/optim/base.py">flax.optim.MultiOptimizer</a>
 */
@Deprecated(since = "0.1.0")
public record MultiOptimizer(List<Part> parts) implements OptimizerDef<MultiOptimizer> {

  /**
   * One optimiser.
   *
   * @param traversal selects its parameters
   * @param optimizer their optimiser
   */
  public record Part(ModelParamTraversal traversal, OptimizerDef<?> optimizer) {

    private <D extends OptimizerDef<D>> Part overridden(Class<D> type, UnaryOperator<D> override) {
      return new Part(traversal, override.apply(type.cast(optimizer)));
    }

    private Map<String, Array> selected(Map<String, Array> params) {
      var selected = new LinkedHashMap<>(params);
      selected.entrySet().removeIf(each -> !traversal.selects(each.getKey(), each.getValue()));
      return selected;
    }
  }

  /** Copies the parts. */
  public MultiOptimizer {
    parts = List.copyOf(parts);
  }

  /** {@return an optimiser of the parameters that a traversal selects} */
  public static MultiOptimizer of(ModelParamTraversal traversal, OptimizerDef<?> optimizer) {
    return new MultiOptimizer(List.of(new Part(traversal, optimizer)));
  }

  /** {@return this with one more optimiser} */
  public MultiOptimizer and(ModelParamTraversal traversal, OptimizerDef<?> optimizer) {
    var more = new ArrayList<>(parts);
    more.add(new Part(traversal, optimizer));
    return new MultiOptimizer(more);
  }

  /**
   * {@return this with other hyperparameters of one part}
   *
   * @param part its position, from 0
   * @param type of its optimiser
   * @throws HyperparameterException if there is no such part, or its optimiser has another type
   */
  public <D extends OptimizerDef<D>> MultiOptimizer with(
      int part, Class<D> type, UnaryOperator<D> override) {
    if (part < 0 || part >= parts.size() || !type.isInstance(parts.get(part).optimizer)) {
      throw new HyperparameterException(
          "MultiOptimizer.with needs the position of a %s, but part %d is not one; the parts are %s. Pass its position, counted from 0."
              .formatted(type.getSimpleName(), part, types()));
    }
    var changed = new ArrayList<>(parts);
    changed.set(part, changed.get(part).overridden(type, override));
    return new MultiOptimizer(changed);
  }

  /**
   * {@return this with other hyperparameters of each part whose optimiser has a type}
   *
   * @throws HyperparameterException if there is none
   */
  public <D extends OptimizerDef<D>> MultiOptimizer withEach(
      Class<D> type, UnaryOperator<D> override) {
    if (parts.stream().noneMatch(part -> type.isInstance(part.optimizer))) {
      throw new HyperparameterException(
          "MultiOptimizer.withEach needs at least one %s, but the parts are %s. Pass the class of a part."
              .formatted(type.getSimpleName(), types()));
    }
    return new MultiOptimizer(
        parts.stream()
            .map(part -> type.isInstance(part.optimizer) ? part.overridden(type, override) : part)
            .toList());
  }

  private List<String> types() {
    return parts.stream().map(part -> part.optimizer.getClass().getSimpleName()).toList();
  }

  /**
   * {@inheritDoc}
   *
   * @throws TreeStructureException if two parts select the same parameter
   */
  @Override
  public OptimizerState initState(Map<String, Array> params) {
    requireDisjoint(params);
    var states = new LinkedHashMap<String, Object>();
    for (var part : parts) {
      states.putAll(part.optimizer.initState(part.selected(params)).paramStates());
    }
    return OptimizerState.initial(states);
  }

  private void requireDisjoint(Map<String, Array> params) {
    params.forEach((path, param) -> {
      var selecting = parts.stream().filter(part -> part.traversal.selects(path, param)).count();
      if (selecting > 1) {
        throw new TreeStructureException(
            "MultiOptimizer needs traversals that select each parameter at most once, but %d select \"/%s\". Narrow their filters."
                .formatted(selecting, path));
      }
    });
  }

  @Override
  public AppliedGradient applyGradient(
      Map<String, Array> params, OptimizerState state, Map<String, Array> grads) {
    var nextParams = new LinkedHashMap<>(params);
    var nextStates = new LinkedHashMap<String, Object>();
    for (var part : parts) {
      var selected = part.selected(params);
      var states = state.sameStep(among(state.paramStates(), selected));
      var applied = part.optimizer.applyGradient(selected, states, among(grads, selected));
      nextParams.putAll(applied.params());
      nextStates.putAll(applied.state().paramStates());
    }
    return new AppliedGradient(nextParams, state.next(nextStates));
  }

  private static <V> Map<String, V> among(Map<String, V> values, Map<String, Array> selected) {
    var kept = new LinkedHashMap<>(values);
    kept.keySet().retainAll(selected.keySet());
    return kept;
  }
}
