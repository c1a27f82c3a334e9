package io.cambric.transform;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.lax.dims.GatherMode;
import io.cambric.lax.op.Gather;
import io.cambric.transform.function.Fn;
import io.cambric.transform.result.OutsideIndex;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The search for an index out of bounds among the arguments of a function. The function is traced,
 * and only the integer operations that compute indices of gathers run.
 */
final class ArgumentIndices {

  private final List<String> leaves;
  private final List<? extends Array> arguments;

  /**
   * An integer array of a program.
   *
   * @param array the values; {@code null} if they depend on a floating array or a loop
   * @param origins the numbers of the arguments that the values depend on
   */
  private record Integers(@Nullable NdArray array, Set<Integer> origins) {
    static final Integers UNKNOWN = new Integers(null, Set.of());
  }

  private ArgumentIndices(List<String> leaves, List<? extends Array> arguments) {
    this.leaves = leaves;
    this.arguments = arguments;
  }

  static Optional<OutsideIndex> search(Fn<?, ?> function, @Nullable Object argument) {
    var tree = ArrayTree.of(argument);
    var arrays = tree.arrays();
    if (arrays.stream().noneMatch(array -> isInteger(array.aval()))) {
      return Optional.empty();
    }
    var search = new ArgumentIndices(tree.structure().arrayPaths(), arrays);
    var traced = Tracing.traced(function, argument).traced();
    var inputs = traced.withConstants(arrays);
    int constants = traced.constants().size();
    return search
        .new Program(
            traced.jaxpr(),
            i -> integers(inputs.get(i), i < constants ? Set.of() : Set.of(i - constants)))
        .search();
  }

  private static Integers integers(Array input, Set<Integer> origins) {
    return input instanceof NdArray array && isInteger(array.aval())
        ? new Integers(array, origins)
        : Integers.UNKNOWN;
  }

  private static boolean isInteger(ShapedArray aval) {
    return !aval.dtype().isFloating();
  }

  /**
   * {@return the index at a position among the indices that a gather reads, traced back to an
   * argument}
   */
  private OutsideIndex outside(Integers indices, NdArray read, int position, int size, Eqn eqn) {
    var place = eqn.source().toString();
    if (indices.origins().size() == 1) {
      int leaf = indices.origins().iterator().next();
      // Only views and counting from the end are between argument and index; both keep the order.
      if (arguments.get(leaf) instanceof NdArray array && array.size() == read.size()) {
        return new OutsideIndex(leaves.get(leaf), array.getLong(position), size, place);
      }
    }
    return new OutsideIndex("", read.getLong(position), size, place);
  }

  /** One run of a program; mutable, for one search. */
  private final class Program {

    private final Jaxpr jaxpr;
    private final Map<Atom.Var, Integers> values = new IdentityHashMap<>();
    private final Map<Atom.Var, Eqn> definitions = new IdentityHashMap<>();

    Program(Jaxpr jaxpr, IntFunction<Integers> inputs) {
      this.jaxpr = jaxpr;
      for (int i = 0; i < jaxpr.inputs().size(); i++) {
        values.put(jaxpr.inputs().get(i), inputs.apply(i));
      }
    }

    Optional<OutsideIndex> search() {
      for (var eqn : jaxpr.eqns()) {
        eqn.outputs().forEach(output -> definitions.put(output, eqn));
        var found = eqn.primitive() instanceof Gather gather ? in(eqn, gather) : inCall(eqn);
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    }

    private Optional<OutsideIndex> inCall(Eqn eqn) {
      if (eqn.primitive().programs().isEmpty()
          || !(eqn.lowering() instanceof Lowering.Call(var called))) {
        return Optional.empty();
      }
      var program = new Program(called, i -> value(eqn.inputs().get(i)));
      var found = program.search();
      for (int i = 0; i < called.outputs().size(); i++) {
        values.put(eqn.outputs().get(i), program.value(called.outputs().get(i)));
      }
      return found;
    }

    private Optional<OutsideIndex> in(Eqn eqn, Gather gather) {
      var indices = value(eqn.inputs().get(1));
      var read = indices.array();
      // Other modes move an index into the axis on purpose.
      if (read == null || gather.mode() != GatherMode.FILL_OR_DROP) {
        return Optional.empty();
      }
      var operand = eqn.inputs().getFirst().aval().shape();
      var axes = gather.dims().startIndexMap();
      for (int i = 0; i < read.size(); i++) {
        int axis = axes.get(i % axes.size());
        long index = read.getLong(i);
        if (index < 0 || index > operand.dim(axis) - gather.sliceSizes().dim(axis)) {
          return Optional.of(outside(indices, read, i, operand.dim(axis), eqn));
        }
      }
      return Optional.empty();
    }

    private Integers value(Atom atom) {
      return switch (atom) {
        case Atom.Literal literal -> new Integers(literal.array(), Set.of());
        case Atom.Var variable -> {
          var known = values.get(variable);
          if (known == null) {
            evaluate(variable);
            known = values.getOrDefault(variable, Integers.UNKNOWN);
            values.put(variable, known);
          }
          yield known;
        }
      };
    }

    private void evaluate(Atom.Var variable) {
      var eqn = definitions.get(variable);
      if (eqn == null
          || eqn.primitive().hasEffects()
          || !eqn.outputs().stream().allMatch(output -> isInteger(output.aval()))) {
        return;
      }
      var operands = eqn.inputs().stream().map(this::value).toList();
      if (operands.stream().anyMatch(operand -> operand.array() == null)) {
        return;
      }
      var origins = new HashSet<Integer>();
      operands.forEach(operand -> origins.addAll(operand.origins()));
      var inputs = eqn.inputs().stream().map(input -> new Atom.Var(input.aval())).toList();
      var alone =
          new Jaxpr(inputs, List.of(eqn.with(List.copyOf(inputs), eqn.outputs())), eqn.outputs());
      var results = alone.eval(operands.stream().map(Integers::array).toList());
      for (int i = 0; i < results.size(); i++) {
        if (results.get(i) instanceof NdArray array) {
          values.put(eqn.outputs().get(i), new Integers(array, origins));
        }
      }
    }
  }
}
