package io.cambric.interpreters;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.KnownLengths;
import io.cambric.core.Length;
import io.cambric.core.NdArray;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import io.cambric.core.Trace;
import io.cambric.errors.ArrayException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.op.RaggedSizes;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Programs on arrays with ragged axes, for {@code ragged}.
 *
 * <p>A function is staged for the padded sizes, and a second time for other sizes: its twin. The
 * programs run in step. A parameter or a number that differs between them depends on a ragged size,
 * and stands for the length of each example. The ragged rule of each operation runs it once on the
 * padded arrays, in the current trace.
 */
public final class RaggedPrograms {

  /**
   * A program with its lengths as inputs.
   *
   * @param jaxpr from the values of the lengths and the operands to the results
   * @param results the lengths of each result
   */
  public record Closed(Jaxpr jaxpr, List<List<@Nullable Length>> results) {}

  private record Key(Jaxpr twin, List<Length.Root> roots, List<List<@Nullable Length>> operands) {}

  private final KnownLengths lengths;
  private final Map<Atom.Var, Padded> values = new IdentityHashMap<>();

  /** For each variable of the twin, the variable at its place. */
  private final Map<Atom.Var, Atom.Var> twins = new IdentityHashMap<>();

  private RaggedPrograms(KnownLengths lengths) {
    this.lengths = lengths;
  }

  /** {@return the results of a function of arrays, which is traced for the sizes of operands} */
  public static List<Padded> run(
      KnownLengths lengths, Function<List<Array>, List<Array>> function, List<Padded> operands) {
    return run(lengths, function, function, operands);
  }

  /**
   * {@return the results of a function of arrays}
   *
   * @param twin the function for operands of other sizes
   */
  public static List<Padded> run(
      KnownLengths lengths,
      Function<List<Array>, List<Array>> function,
      Function<List<Array>, List<Array>> twin,
      List<Padded> operands) {
    var avals = operands.stream().map(operand -> operand.value().aval()).toList();
    var traced = StagingTrace.trace("ragged", avals, function);
    var other = traceTwin(twin, operands);
    var arguments = new ArrayList<Padded>();
    for (int i = 0; i < traced.constants().size(); i++) {
      requireEqual(traced.constants(), other.constants(), i);
      arguments.add(Padded.whole(traced.constants().get(i)));
    }
    arguments.addAll(operands);
    return eval(lengths, traced.jaxpr(), other.jaxpr(), arguments);
  }

  private static Traced traceTwin(Function<List<Array>, List<Array>> twin, List<Padded> operands) {
    var avals = operands.stream().map(Padded::twin).toList();
    try {
      return StagingTrace.trace("ragged", avals, twin);
    } catch (ArrayException e) {
      throw new ShapeException(
          "ragged needs a function of arguments of any length, but with %s in place of %s it failed: %s Pass every array of that length as a ragged argument."
              .formatted(
                  texts(avals),
                  texts(operands.stream().map(operand -> operand.value().aval()).toList()),
                  e.getMessage()),
          e);
    }
  }

  private static List<String> texts(List<ShapedArray> avals) {
    return avals.stream().map(ShapedArray::toText).toList();
  }

  private static void requireEqual(List<Array> constants, List<Array> twins, int i) {
    var constant = constants.get(i);
    boolean equal =
        i < twins.size()
            && (constant == twins.get(i)
                || (constant instanceof NdArray array
                    && twins.get(i) instanceof NdArray twin
                    && array.aval().equals(twin.aval())
                    && sameElements(array, twin)));
    if (!equal) {
      throw new ShapeException(
          "ragged needs constants that do not depend on padded sizes, but the function makes %s, which does. Make it from iota, full or zeros, or pass it as a ragged argument."
              .formatted(constant.aval().toText()));
    }
  }

  private static boolean sameElements(NdArray a, NdArray b) {
    for (int i = 0; i < a.size(); i++) {
      if (Double.compare(a.getDouble(i), b.getDouble(i)) != 0) {
        return false;
      }
    }
    return true;
  }

  /** {@return the results of a program and its twin} */
  public static List<Padded> eval(
      KnownLengths lengths, Jaxpr jaxpr, Jaxpr twin, List<Padded> arguments) {
    return new RaggedPrograms(lengths).eval(jaxpr, twin, arguments);
  }

  /** {@return the program on arrays with padding, for operands of these lengths} */
  public static Closed close(
      KnownLengths lengths, Jaxpr jaxpr, Jaxpr twin, List<List<@Nullable Length>> operands) {
    int count = lengths.roots().size();
    return jaxpr.derive(
        new Key(twin, lengths.roots(), List.copyOf(operands)),
        source -> {
          var avals = new ArrayList<ShapedArray>();
          lengths.values().forEach(value -> avals.add(value.aval()));
          avals.addAll(source.inputAvals());
          var results = new ArrayList<List<@Nullable Length>>();
          var traced =
              StagingTrace.trace(
                  "ragged",
                  avals,
                  inputs -> {
                    var arguments = new ArrayList<Padded>();
                    for (int i = 0; i < operands.size(); i++) {
                      arguments.add(new Padded(inputs.get(count + i), operands.get(i)));
                    }
                    var out = eval(lengths.with(inputs.subList(0, count)), source, twin, arguments);
                    out.forEach(result -> results.add(result.lengths()));
                    return out.stream().map(Padded::value).toList();
                  });
          return new Closed(traced.closed(), results);
        });
  }

  private List<Padded> eval(Jaxpr jaxpr, Jaxpr twin, List<Padded> arguments) {
    bind(jaxpr.inputs(), twin.inputs(), arguments);
    int count = Math.min(jaxpr.eqns().size(), twin.eqns().size());
    for (int i = 0; i < count; i++) {
      var eqn = jaxpr.eqns().get(i);
      var other = twin.eqns().get(i);
      Trace.at(
          eqn.source(),
          () -> {
            requireSameOperation(eqn, other);
            var operands = read(eqn.inputs(), other.inputs());
            bind(eqn.outputs(), other.outputs(), process(eqn, other, operands));
            return eqn;
          });
    }
    if (jaxpr.eqns().size() != twin.eqns().size()) {
      var longer = (jaxpr.eqns().size() > count ? jaxpr : twin).eqns().get(count);
      throw Trace.at(longer.source(), () -> differs(longer.primitive()));
    }
    return read(jaxpr.outputs(), twin.outputs());
  }

  private void requireSameOperation(Eqn eqn, Eqn other) {
    boolean same =
        eqn.primitive().getClass() == other.primitive().getClass()
            && eqn.inputs().size() == other.inputs().size()
            && eqn.outputs().size() == other.outputs().size();
    if (!same) {
      throw differs(eqn.primitive());
    }
  }

  private static ShapeException differs(Primitive primitive) {
    return new ShapeException(
        "ragged needs the same operations for arguments of all lengths, but from %s at %s on they depend on the size of a ragged axis. Write loops over such an axis with scan, and choices with where."
            .formatted(primitive.name(), Source.capture()));
  }

  private List<Padded> process(Eqn eqn, Eqn other, List<Padded> operands) {
    var primitive = eqn.primitive();
    if (operands.stream().noneMatch(Padded::isRagged) && eqn.hasOperationOf(other)) {
      var values = operands.stream().map(Padded::value).toList();
      return Trace.bind(primitive, values).stream().map(Padded::whole).toList();
    }
    return primitive.ragged(new RaggedCall(other.primitive(), lengths, operands));
  }

  private void bind(List<Atom.Var> variables, List<Atom.Var> twinVariables, List<Padded> results) {
    for (int i = 0; i < variables.size(); i++) {
      var result = results.get(i);
      boolean fits =
          result.value().shape().equals(variables.get(i).aval().shape())
              && result.twin().shape().equals(twinVariables.get(i).aval().shape());
      if (!fits) {
        throw new IllegalStateException(
            "A ragged rule gave %s with twin %s, but its program has %s with twin %s."
                .formatted(
                    result.value().aval(),
                    result.twin(),
                    variables.get(i).aval(),
                    twinVariables.get(i).aval()));
      }
      lengths.see(result);
      values.put(variables.get(i), result);
      twins.put(twinVariables.get(i), variables.get(i));
    }
  }

  private List<Padded> read(List<? extends Atom> atoms, List<? extends Atom> twinAtoms) {
    var all = new ArrayList<Padded>(atoms.size());
    for (int i = 0; i < atoms.size(); i++) {
      all.add(read(atoms.get(i), twinAtoms.get(i)));
    }
    return all;
  }

  private Padded read(Atom atom, Atom twin) {
    if (atom instanceof Atom.Var variable
        && twin instanceof Atom.Var other
        && twins.get(other) == variable) {
      var value = values.get(variable);
      if (value != null) {
        return value;
      }
    }
    if (atom instanceof Atom.Literal literal && twin instanceof Atom.Literal other) {
      boolean same = Double.compare(literal.value(), other.value()) == 0;
      return Padded.whole(
          same
              ? literal.array()
              : RaggedSizes.number(lengths, literal.aval(), literal.value(), other.value()));
    }
    throw new ShapeException(
        "ragged needs the same operations for arguments of all lengths, but at %s an operand depends on the size of a ragged axis. Use the size as a number in operations only."
            .formatted(Source.capture()));
  }
}
