package io.cambric.warmup;

import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.valueAndGrad;
import static io.cambric.transform.Transforms.vjp;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.nn.Attention;
import io.cambric.nn.Conv;
import io.cambric.nn.LayerNorm;
import io.cambric.nn.Pooling;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Key;
import io.cambric.numpy.Random;
import io.cambric.optax.Losses;
import io.cambric.optax.Optax;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.function.Fn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Compiled programs with fixed inputs: each call computes the same pytree of arrays anew. */
final class WarmUpPrograms {

  /** Rows that are no multiple of any vector. */
  private static final Shape MATRIX = Shape.of(61, 515);

  private WarmUpPrograms() {}

  static Map<String, Supplier<Object>> all() {
    var all = new LinkedHashMap<String, Supplier<Object>>();
    all.put("softmax", withGradient(x -> Activations.softmax(x)));
    all.put("log softmax", withGradient(x -> Activations.logSoftmax(x)));
    all.put("layer norm", withGradient(layerNorm()));
    all.put("gelu", withGradient(Activations::gelu));
    all.put("gelu by erf", withGradient(x -> Activations.gelu(x, false)));
    all.put("sin, cos and pow", withGradient(x -> x.sin().add(x.cos().abs().add(1).pow(1.3))));
    all.put("attention", attention());
    all.put("conv", conv());
    all.put("gelu and product", geluAndProduct());
    all.put("mlp step", mlpStep());
    return all;
  }

  private static Array matrix(int key) {
    return Random.normal(Key.of(key), MATRIX);
  }

  private static Supplier<Object> withGradient(ArrayFn function) {
    var x = matrix(1);
    var cotangent = matrix(2);
    var compiled =
        jit((Array a, Array ct) -> {
          var result = vjp(function::apply, a);
          return List.of(result.output(), result.pullback().apply(ct));
        });
    return () -> compiled.apply(x, cotangent);
  }

  private static ArrayFn layerNorm() {
    var model = LayerNorm.of();
    var variables = model.init(Key.of(0), matrix(1));
    return x -> model.apply(variables, x);
  }

  private static Supplier<Object> attention() {
    var q = Random.normal(Key.of(3), Shape.of(2, 37, 3, 20));
    var compiled = jit((Array a) -> valueAndGrad(WarmUpPrograms::attended).apply(a));
    return () -> compiled.apply(q);
  }

  private static Array attended(Array q) {
    return Attention.dotProductAttention(q, q.mul(0.5), q.add(1)).square().mean();
  }

  private static Supplier<Object> conv() {
    var model = Conv.of(24, List.of(3, 3));
    var x = Random.normal(Key.of(4), Shape.of(3, 19, 17, 5));
    var variables = model.init(Key.of(5), x);
    var compiled =
        jit((Variables v, Array a) ->
            valueAndGrad((Params p) ->
                    Pooling.maxPool(
                            Activations.relu(model.apply(Variables.of(p), a)),
                            List.of(2, 2),
                            List.of(2, 2))
                        .square()
                        .mean())
                .apply(v.params()));
    return () -> compiled.apply(variables, x);
  }

  /** A factor so large that the product computes it where it reads it. */
  private static Supplier<Object> geluAndProduct() {
    var x = Random.normal(Key.of(11), Shape.of(523, 515));
    var w = Random.normal(Key.of(12), Shape.of(515, 37));
    var compiled = jit((Array a, Array b) -> Activations.gelu(a).matmul(b));
    return () -> compiled.apply(x, w);
  }

  /** Two layers, their gradients and an update of Adam, from the same parameters each time. */
  private static Supplier<Object> mlpStep() {
    var x = Random.normal(Key.of(6), Shape.of(45, 130));
    var labels = Random.randint(Key.of(7), Shape.of(45), 0, 10);
    var params =
        List.of(
            Random.normal(Key.of(8), Shape.of(130, 77)).mul(0.1),
            Random.normal(Key.of(9), Shape.of(77)),
            Random.normal(Key.of(10), Shape.of(77, 10)).mul(0.1));
    var tx = Optax.adam(1e-3);
    var start = tx.init(params);
    Fn<List<Array>, Object> compiled =
        jit((List<Array> p) -> {
          var all = valueAndGrad((List<Array> q) -> loss(q, x, labels)).apply(p);
          var updated = tx.update(all.grads(), start, p);
          return List.of(all.value(), Optax.applyUpdates(p, updated.updates()), updated.state());
        });
    return () -> compiled.apply(params);
  }

  private static Array loss(List<Array> params, Array x, Array labels) {
    var hidden = Activations.relu(x.matmul(params.get(0)).add(params.get(1)));
    var logits = hidden.matmul(params.get(2));
    return Losses.softmaxCrossEntropyWithIntegerLabels(logits, labels).mean();
  }
}
