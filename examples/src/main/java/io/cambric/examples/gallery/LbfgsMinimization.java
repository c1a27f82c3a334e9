package io.cambric.examples.gallery;

import static io.cambric.numpy.Numpy.scalar;
import static io.cambric.numpy.Numpy.zeros;
import static io.cambric.optax.Losses.softmaxCrossEntropyWithIntegerLabels;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.optax.Optax.chain;
import static io.cambric.optax.Optax.lbfgs;
import static io.cambric.optax.Optax.valueAndGradFromState;
import static io.cambric.optax.tree.OptaxTree.norm;
import static io.cambric.transform.Transforms.whileLoop;

import io.cambric.annotations.PyTree;
import io.cambric.core.Array;
import io.cambric.examples.digits.DigitsData;
import io.cambric.examples.images.Batch;
import io.cambric.optax.base.Extra;
import io.cambric.optax.base.Extras;
import io.cambric.optax.base.GradientTransformation;
import io.cambric.optax.base.OptState;
import io.cambric.optax.base.Stateful;
import io.cambric.optax.base.Updated;
import io.cambric.transform.Debug;
import io.cambric.transform.function.Fn;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A logistic regression by L-BFGS with a line search, until the gradient is small.
 *
 * @see <a href="https://optax.readthedocs.io/en/latest/_collections/examples/lbfgs.html">L-BFGS in
 *     Optax's gallery</a>
 */
final class LbfgsMinimization {

  private static final Batch DATA = DigitsData.builtIn().trainingPart().batch();

  private LbfgsMinimization() {}

  @PyTree
  record Weights(Array w, Array b) {}

  @PyTree
  record Info(Array iteration, Array value, Array gradientNorm) {}

  @PyTree
  record InfoState(Array iteration) implements OptState {}

  @PyTree
  record Solution<P>(P params, OptState state) {}

  /** Hands the progress of each iteration to a consumer. */
  record ShowInfo(Consumer<Info> consumer) implements Stateful<InfoState> {

    @Override
    public Class<InfoState> stateType() {
      return InfoState.class;
    }

    @Override
    public InfoState initial(Object params) {
      return new InfoState(scalar(0));
    }

    @Override
    public <P> Updated<P> step(P updates, InfoState state, @Nullable P params, Extras<P> extras) {
      var value = extras.require(Extra.VALUE, "ShowInfo");
      var gradientNorm = norm(extras.requireGrad("ShowInfo"));
      Debug.callback(consumer, new Info(state.iteration(), value, gradientNorm));
      return new Updated<>(updates, new InfoState(state.iteration().add(1)));
    }
  }

  /** {@return the mean cross entropy and the regularisation} */
  static Array loss(Weights params) {
    var logits = DATA.images().reshape(-1, 64).matmul(params.w()).add(params.b());
    var loss = softmaxCrossEntropyWithIntegerLabels(logits, DATA.labels()).mean();
    return loss.add(norm(params, 2, true).mul(0.5e-3));
  }

  static <P> Solution<P> minimize(
      P initParams, Fn<P, Array> fun, GradientTransformation opt, int maxIter, double tol) {
    var valueAndGradFun = valueAndGradFromState(fun);
    return whileLoop(
        carry -> {
          var iteration = carry.state().find("count", Array.class).orElseThrow();
          var error = norm(carry.state().find("grad", Object.class).orElseThrow());
          return iteration.eq(0).or(iteration.lt(maxIter).and(error.ge(tol)));
        },
        carry -> {
          var at = valueAndGradFun.apply(carry.params(), carry.state());
          var updated =
              opt.update(
                  at.grads(),
                  carry.state(),
                  carry.params(),
                  e -> e.withValue(at.value()).withGrad(at.grads()).withValueFn(fun));
          return new Solution<>(applyUpdates(carry.params(), updated.updates()), updated.state());
        },
        new Solution<>(initParams, opt.init(initParams)));
  }

  static Weights run(Consumer<Info> consumer) {
    var opt = chain(new ShowInfo(consumer), lbfgs());
    return minimize(new Weights(zeros(64, 10), zeros(10)), LbfgsMinimization::loss, opt, 100, 1e-3)
        .params();
  }

  public static void main(String[] args) {
    IO.println("Final value: " + loss(run(IO::println)));
  }
}
