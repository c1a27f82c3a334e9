package io.cambric.conformance.optax;

import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import io.cambric.optax.Optax;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.wrapper.Lookahead;
import io.cambric.optax.wrapper.LookaheadParams;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.List;

/** The steps of an optimizer; mutable while it walks. */
final class Trajectory {

  /** Where a step led. */
  record Step(Object updates, Object params, OptState state, Array value) {}

  /**
   * The objective: it gives the value and the gradients of a step, counted from 0, at some
   * parameters.
   */
  interface Gradients {
    Object at(int step, Object params);
  }

  private final GradientTransformation transformation;
  private final List<Step> steps = new ArrayList<>();
  private Object params;
  private OptState state;

  Trajectory(GradientTransformation transformation, Object params) {
    this.transformation = transformation;
    this.params = transformation instanceof Lookahead ? LookaheadParams.initSynced(params) : params;
    this.state = transformation.init(params);
  }

  /** {@return the steps taken with these gradients} */
  List<Step> walk(int count, Gradients gradients) {
    for (int i = 0; i < count; i++) {
      int number = i;
      step(
          gradients.at(i, params),
          Numpy.zeros(),
          Extras.none()
              .withGradFn((p, _) -> gradients.at(number, p))
              .with(WrapperBuilds.LOSS, Numpy.scalar(0.1f * i)));
    }
    return steps;
  }

  /** {@return the steps down a function} */
  List<Step> descend(int count, Fn<Object, Array> objective) {
    for (int i = 0; i < count; i++) {
      var both = Transforms.valueAndGrad(objective).apply(params);
      step(
          both.grads(),
          both.value(),
          Extras.none().withValue(both.value()).withGrad(both.grads()).withValueFn(objective));
    }
    return steps;
  }

  private void step(Object gradients, Array value, Extras<Object> extras) {
    var updated = transformation.update(gradients, state, params, extras);
    state = updated.state();
    params = Optax.applyUpdates(params, updated.updates());
    steps.add(new Step(updated.updates(), params, state, value));
  }

  /** {@return trees along a new leading axis} */
  static Object stack(List<Object> trees) {
    var leaves = trees.stream().map(Trees::leaves).toList();
    var stacked = new ArrayList<Object>();
    for (int i = 0; i < leaves.getFirst().size(); i++) {
      int at = i;
      var rows = leaves.stream().map(each -> (Array) each.get(at)).toList();
      stacked.add(Numpy.stack(rows, 0));
    }
    return Trees.structure(trees.getFirst()).unflatten(stacked);
  }
}
