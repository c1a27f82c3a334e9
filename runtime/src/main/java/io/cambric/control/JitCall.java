package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Batched;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.JaxprTransforms;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call of a compiled program. Transformations transform the program, once, and call the result.
 *
 * @param name of the jitted function, for listings
 * @param jaxpr the program
 * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.jit.html">jax.jit</a>
 */
public record JitCall(String name, Jaxpr jaxpr) implements Primitive {

  @Override
  public String name() {
    return "jit";
  }

  @Override
  public String paramsText() {
    return "name=" + name;
  }

  @Override
  public Set<String> axisNames() {
    return jaxpr.axisNames();
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return jaxpr.outputAvals();
  }

  @Override
  public boolean hasEffects() {
    return jaxpr.hasEffects();
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Call(jaxpr);
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var nonzero = tangents.stream().map(tangent -> tangent != null).toList();
    var derived = JaxprTransforms.jvp(jaxpr, nonzero);
    var operands = new ArrayList<Array>(primals);
    tangents.stream().filter(tangent -> tangent != null).forEach(operands::add);
    var results = Trace.bind(new JitCall(name, derived.jaxpr()), operands);
    int count = jaxpr.outputs().size();
    return new Jvp(
        results.subList(0, count),
        Masks.spread(results.subList(count, results.size()), derived.nonzero()));
  }

  @Override
  public Linearized linearize(List<Array> primals, List<Boolean> nonzero) {
    var derived = JaxprTransforms.linearize(jaxpr, nonzero);
    var results = Trace.bind(new JitCall(name, derived.primal()), primals);
    int count = jaxpr.outputs().size();
    var residuals = results.subList(count, results.size());
    return new Linearized(
        results.subList(0, count),
        tangents -> {
          var operands = new ArrayList<Array>(residuals);
          tangents.stream().filter(tangent -> tangent != null).forEach(operands::add);
          var out = Trace.bind(new JitCall(name, derived.linear()), operands);
          return Masks.spread(out, derived.nonzero());
        });
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var linear =
        operands.stream().map(operand -> operand instanceof LinearOperand.Unknown).toList();
    var nonzero = cotangents.stream().map(cotangent -> cotangent != null).toList();
    var derived = JaxprTransforms.transpose(jaxpr, linear, nonzero);
    var arguments = new ArrayList<Array>();
    for (var operand : operands) {
      if (operand instanceof LinearOperand.Known(var value)) {
        arguments.add(value);
      }
    }
    cotangents.stream().filter(cotangent -> cotangent != null).forEach(arguments::add);
    var results = Trace.bind(new JitCall(name, derived.jaxpr()), arguments);
    return Masks.spread(results, derived.nonzero());
  }

  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var derived = JaxprTransforms.batch(jaxpr, axis, axes);
    return new Batched(Trace.bind(new JitCall(name, derived.jaxpr()), operands), derived.axes());
  }
}
