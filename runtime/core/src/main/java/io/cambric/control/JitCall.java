package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.Trace;
import io.cambric.interpreters.JaxprTransforms;
import java.util.List;

/**
 * A call of a compiled program.
 *
 * @param function name of the jitted function, for listings
 * @param jaxpr the program
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.jit.html">jax.jit</a>
 */
public record JitCall(String function, Jaxpr jaxpr) implements TransparentCall {

  @Override
  public String name() {
    return "jit";
  }

  @Override
  public String paramsText() {
    return "name=" + function;
  }

  @Override
  public JitCall with(Jaxpr other) {
    return new JitCall(function, other);
  }

  @Override
  public Linearized linearize(List<Array> primals, List<Boolean> nonzero) {
    var derived = JaxprTransforms.linearize(jaxpr, nonzero);
    var results = Trace.bind(with(derived.primal()), primals);
    int count = jaxpr.outputs().size();
    var residuals = results.subList(count, results.size());
    return new Linearized(
        results.subList(0, count),
        tangents -> {
          var operands = OperandMask.<Array>concat(residuals, OperandMask.present(tangents));
          return OperandMask.spread(
              Trace.bind(with(derived.linear()), operands), derived.nonzero());
        });
  }
}
