package io.cambric.core;

import io.cambric.core.FiniteTrace.Kind;
import io.cambric.errors.NonFiniteException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the operation that gave a value that is not finite. It runs programs equation by equation.
 * Mutable: it stores the enclosing loops.
 */
final class FiniteCheck {

  private final Set<Kind> kinds;

  /** The iterations of the enclosing loops, the innermost first. */
  private final Deque<String> iterations = new ArrayDeque<>();

  FiniteCheck(Set<Kind> kinds) {
    this.kinds = kinds;
  }

  /**
   * Throws if a result is not finite. The exception names the first such operation in the program.
   */
  void check(Primitive primitive, List<Array> operands, List<Array> results) {
    var first = results.stream().map(this::find).filter(found -> found != null).findFirst();
    if (first.isEmpty()) {
      return;
    }
    var values = operands.stream().map(operand -> operand.concrete("the check for NaN")).toList();
    if (isProgram(primitive.lower(ShapedArray.ofAll(values)))) {
      run(primitive, values);
    }
    throw exception(primitive, values, first.get());
  }

  private static boolean isProgram(Lowering lowering) {
    return switch (lowering) {
      case Lowering.Call _, Lowering.Scan _, Lowering.While _, Lowering.Switch _ -> true;
      case Lowering.Elementwise _,
          Lowering.View _,
          Lowering.Concatenate _,
          Lowering.Reduction _,
          Lowering.Kernel _,
          Lowering.Barrier _ ->
          false;
    };
  }

  private List<NdArray> run(Primitive primitive, List<NdArray> operands) {
    var avals = ShapedArray.ofAll(operands);
    return switch (primitive.lower(avals)) {
      case Lowering.Call(var jaxpr) -> run(jaxpr, operands);
      case Lowering.Scan scan -> Loops.scan(scan, operands, counting("scan", scan.body()));
      case Lowering.While loop ->
          Loops.whileLoop(loop, operands, counting("whileLoop", loop.body()));
      case Lowering.Switch choice ->
          Loops.switchCase(
              choice, operands, (branch, arguments) -> run(branch, arguments.arrays()));
      default -> {
        var results = Eager.run(primitive, operands);
        check(primitive, List.copyOf(operands), results);
        yield results.stream().map(result -> result.concrete("the check for NaN")).toList();
      }
    };
  }

  /** {@return a runner of the programs of a loop, with the current iteration} */
  private ProgramCompiler counting(String loop, Jaxpr body) {
    var iteration = new AtomicInteger();
    return (jaxpr, arguments) -> {
      iterations.push("in iteration %d of %s".formatted(iteration.get(), loop));
      var results = run(jaxpr, arguments.arrays());
      iterations.pop();
      if (jaxpr == body) {
        iteration.incrementAndGet();
      }
      return results.stream().map(FiniteCheck::another).toList();
    };
  }

  /** {@return another array over the memory of an array, which a loop may delete} */
  private static NdArray another(NdArray array) {
    return NdArray.of(array.aval(), array.buffer(), array.offset());
  }

  private List<NdArray> run(Jaxpr jaxpr, List<NdArray> arguments) {
    var environment = new IdentityHashMap<Atom.Var, NdArray>();
    for (int i = 0; i < arguments.size(); i++) {
      environment.put(jaxpr.inputs().get(i), arguments.get(i));
    }
    for (var eqn : jaxpr.eqns()) {
      // The effects already happened when the program ran as a whole.
      if (eqn.outputs().isEmpty()) {
        continue;
      }
      var operands = eqn.inputs().stream().map(atom -> read(atom, environment)).toList();
      var results = Trace.at(eqn.source(), () -> run(eqn.primitive(), operands));
      for (int i = 0; i < results.size(); i++) {
        environment.put(eqn.outputs().get(i), results.get(i));
      }
    }
    return jaxpr.outputs().stream().map(atom -> read(atom, environment)).toList();
  }

  private static NdArray read(Atom atom, Map<Atom.Var, NdArray> environment) {
    return switch (atom) {
      case Atom.Literal literal -> literal.array();
      case Atom.Var variable -> Objects.requireNonNull(environment.get(variable));
    };
  }

  /** The elements of a result that are not finite: their number, and the first position. */
  private record Found(Kind kind, NdArray result, int count, int first) {

    String text() {
      return "%s in %d of the %d elements of %s, first at %s"
          .formatted(kind, count, result.size(), result.aval(), index());
    }

    private String index() {
      int[] strides = result.shape().strides();
      int[] index = new int[strides.length];
      int rest = first;
      for (int i = 0; i < index.length; i++) {
        index[i] = rest / strides[i];
        rest %= strides[i];
      }
      return Arrays.toString(index);
    }
  }

  private @Nullable Found find(Array array) {
    if (!(array instanceof NdArray values) || !values.dtype().isFloating()) {
      return null;
    }
    for (var kind : kinds) {
      int count = 0;
      int first = -1;
      for (int i = 0; i < values.size(); i++) {
        if (kind.is(values.getDouble(i))) {
          first = count++ == 0 ? i : first;
        }
      }
      if (count > 0) {
        return new Found(kind, values, count, first);
      }
    }
    return null;
  }

  private NonFiniteException exception(Primitive primitive, List<NdArray> operands, Found found) {
    var source = Source.capture();
    var where = new ArrayList<String>();
    where.add("at " + source);
    where.addAll(iterations);
    if (source.backward()) {
      where.add("in the backward pass of a gradient");
    }
    boolean cameIn = operands.stream().anyMatch(operand -> find(operand) != null);
    return new NonFiniteException(
        "%s gave %s, %s. Its operands are %s. %s"
            .formatted(
                primitive.name(),
                found.text(),
                String.join(", ", where),
                operands.stream().map(this::describe).collect(Collectors.joining(", ")),
                cameIn
                    ? "An argument or a constant brought that value in, and this is the first operation to read it: look there."
                    : "Keep its operands where the result is finite: apply where to the operands before it, not to the result."));
  }

  private String describe(NdArray operand) {
    var found = find(operand);
    return operand.aval() + (found == null ? "" : " with " + found.kind() + " already");
  }
}
