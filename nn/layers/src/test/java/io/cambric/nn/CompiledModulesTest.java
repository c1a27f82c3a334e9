package io.cambric.nn;

import static io.cambric.transform.Transforms.makeJaxpr;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.core.Array;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Params;
import io.cambric.scope.Variables;
import io.cambric.transform.function.Fn2;
import org.junit.jupiter.api.Test;

/** Modules leave no trace in a compiled program. */
class CompiledModulesTest {

  @Test
  void a_traced_module_is_the_function_somebody_would_write_by_hand() {
    var mlp = Mlp.of(4, 2);
    Array x = Numpy.ones(3, 5);
    var params = mlp.init(Key.of(0), x).params();

    Fn2<Params, Array, Array> ofModule = (p, input) -> mlp.apply(Variables.of(p), input);
    Fn2<Params, Array, Array> byHand =
        (p, input) -> {
          var h = input.matmul(p.get("Dense_0", "kernel")).add(p.get("Dense_0", "bias"));
          return h.matmul(p.get("Dense_1", "kernel")).add(p.get("Dense_1", "bias"));
        };

    assertThat(makeJaxpr(ofModule, params, x).toText())
        .isEqualTo(makeJaxpr(byHand, params, x).toText());
  }
}
