package io.cambric.processor.body.shape;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import io.cambric.processor.body.check.BodyReport;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.ExpectedFailure;
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
    return shortened(((MethodInvocationTree) place.getLeaf()).toString());
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
      report.about(code, place, what, mend);
    }
  }
}
