package consumer;

import static io.cambric.numpy.Numpy.linspace;
import static io.cambric.optax.Optax.applyUpdates;
import static io.cambric.optax.Optax.sgd;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;

import io.cambric.core.Array;
import io.cambric.core.KernelRegistry;
import io.cambric.data.Dataset;
import io.cambric.optax.base.OptState;
import io.cambric.numpy.Key;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;

class Main {

  record State(Params params, OptState optState, Array loss) {}

  public static void main(String... arguments) {
    var mlp = Mlp.of(8);
    var tx = sgd(0.1);
    var x = linspace(-1, 1, 16).reshape(16, 1);
    var loss = jit((Params p) -> mlp.apply(Variables.of(p), x).sub(x.square()).square().mean());
    var step =
        jit((State state) -> {
          var slope = valueAndGrad(loss).apply(state.params());
          var updated = tx.update(slope.grads(), state.optState(), state.params());
          return new State(
              applyUpdates(state.params(), updated.updates()), updated.state(), slope.value());
        });
    var params = mlp.init(Key.of(0), x).params();
    var trained = step.apply(new State(params, tx.init(params), loss.apply(params)));
    System.out.println("kernels: " + KernelRegistry.kernels().name());
    System.out.println(
        "loss falls: " + (loss.apply(trained.params()).item() < trained.loss().item()));
    int batches = 0;
    for (var batch : Dataset.ofArrays(x).batch(4)) {
      batches++;
    }
    System.out.println("batches: " + batches);
  }
}
