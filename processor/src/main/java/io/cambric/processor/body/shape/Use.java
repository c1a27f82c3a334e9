package io.cambric.processor.body.shape;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.cambric.processor.body.check.BodyReport;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.ExpectedFailure;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.dims.Polynomial;
import io.cambric.processor.dims.SizeNames;
import io.cambric.processor.report.DiagnosticCode;
import java.util.List;
import java.util.Optional;

/**
 * A call of a layer or of an operation, with the facts about its arguments.
 *
 * @param place the call
 * @param name the name of the method
 * @param receiver the fact about the object before the dot
 * @param arguments the facts about the arguments
 * @param symbols names for unknown sizes
 * @param trees the trees of the compiler
 * @param report where contradictions are reported
 */
record Use(
    TreePath place,
    String name,
    Fact receiver,
    List<Fact> arguments,
    SizeNames symbols,
    AttributedTrees trees,
    BodyReport report) {

  /** {@return an argument, if it is an array} */
  Optional<ArrayFact> array(int index) {
    return index < arguments.size() && arguments.get(index) instanceof ArrayFact array
        ? Optional.of(array)
        : Optional.empty();
  }

  /** {@return an argument, if it is a number that the compiler knows} */
  Optional<Long> number(int index) {
    return index < arguments.size()
            && arguments.get(index) instanceof Fact.Size size
            && size.value().number().isPresent()
        ? Optional.of(size.value().number().getAsLong())
        : Optional.empty();
  }

  /** {@return the arguments from an index on, if all are integers; the elements of a list, too} */
  Optional<List<Polynomial>> sizes(int from) {
    var given = arguments.subList(Math.min(from, arguments.size()), arguments.size());
    if (given.size() == 1 && given.getFirst() instanceof Fact.Elements(var elements)) {
      given = elements;
    }
    return given.stream().allMatch(Fact.Size.class::isInstance)
        ? Optional.of(given.stream().map(fact -> ((Fact.Size) fact).value()).toList())
        : Optional.empty();
  }

  /** {@return the shape that an argument is, if it is known in part} */
  Optional<ArrayFact> shape(int index) {
    var given = index < arguments.size() ? arguments.get(index) : Fact.UNKNOWN;
    return switch (given) {
      case Fact.ShapeOf(var array) -> Optional.of(array);
      case Fact.Elements(var all) when all.stream().allMatch(Fact.Size.class::isInstance) -> {
        var sizes = all.stream().map(fact -> ((Fact.Size) fact).value()).toList();
        yield Optional.of(ArrayFact.of(sizes, ArrayFact.Kind.UNKNOWN, ""));
      }
      default -> Optional.empty();
    };
  }

  /** {@return the text of an argument of the call that is a literal} */
  Optional<String> literal(int index) {
    return place.getLeaf() instanceof MethodInvocationTree call
            && index < call.getArguments().size()
        ? Syntax.literal(call.getArguments().get(index))
        : Optional.empty();
  }

  /** {@return a size of which nothing is known} */
  Polynomial fresh() {
    return Polynomial.symbol(symbols.fresh());
  }

  /** {@return this call without its first arguments} */
  Use without(int count) {
    var others = arguments.subList(count, arguments.size());
    return new Use(place, name, receiver, others, symbols, trees, report);
  }

  /** {@return an array of which nothing is known} */
  ArrayFact unknown() {
    return ArrayFact.unknown(symbols);
  }

  /** {@return the call as the source writes it, shortened} */
  String text() {
    return shortened(place.getLeaf().toString());
  }

  static String shortened(String text) {
    var line = text.replaceAll("\\s+", " ");
    return line.length() <= 40 ? line : line.substring(0, 37) + "...";
  }

  void mismatch(String what, String mend) {
    report(DiagnosticCode.SHAPE_MISMATCH, what, mend);
  }

  /** Reports a mistake, unless a test expects it. */
  void report(DiagnosticCode code, String what, String mend) {
    if (!ExpectedFailure.isAround(place, trees)) {
      report.once(code, place, what, mend);
    }
  }
}
