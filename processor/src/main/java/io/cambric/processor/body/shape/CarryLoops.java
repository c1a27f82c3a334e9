package io.cambric.processor.body.shape;

import io.cambric.processor.body.shape.ArrayFact.Kind;
import io.cambric.processor.report.DiagnosticCode;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/** CarryLoops of the library, whose function must return a carry of the shape that it takes. */
final class CarryLoops {

  private static final Set<String> NAMES = Set.of("scan", "foriLoop", "whileLoop");

  private CarryLoops() {}

  static boolean isLoop(ExecutableElement method) {
    return method.getEnclosingElement().toString().equals("io.cambric.transform.Transforms")
        && NAMES.contains(method.getSimpleName().toString());
  }

  /** {@return the position of the function that makes the next carry} */
  static int function(ExecutableElement loop) {
    return switch (loop.getSimpleName().toString()) {
      case "scan" -> 0;
      case "whileLoop" -> 1;
      default -> 2;
    };
  }

  /** {@return the fact about the first carry} */
  static Fact init(ExecutableElement loop, List<Fact> arguments) {
    return arguments.get(function(loop) + 1);
  }

  /** {@return the facts about the first parameters of the function} */
  static List<Fact> arguments(ExecutableElement loop, Fact init) {
    var carry = init instanceof ArrayFact array ? array.withSource("the carry") : init;
    return loop.getSimpleName().contentEquals("foriLoop")
        ? List.of(ArrayFact.of(List.of(), ArrayFact.Kind.INTEGERS, "the index"), carry)
        : List.of(carry);
  }

  /** Reports a next carry of another shape. */
  static void compare(Fact init, Fact next, Use use) {
    if (init instanceof ArrayFact before && next instanceof ArrayFact after) {
      boolean differ = before.hasRank() && after.hasRank() && before.rank() != after.rank();
      for (int i = 1; i <= Math.max(before.last().size(), after.last().size()); i++) {
        differ |= before.has(i) && after.has(i) && before.size(i).neverEquals(after.size(i));
      }
      boolean differInKind =
          before.kind() == Kind.INTEGERS && after.kind() == Kind.FLOATS
              || before.kind() == Kind.FLOATS && after.kind() == Kind.INTEGERS;
      if (differInKind) {
        use.report(
            DiagnosticCode.DTYPE_MISMATCH,
            "The function of %s takes a carry of %s and returns %s."
                .formatted(use.name(), words(before.kind()), words(after.kind())),
            "Convert the first carry or the returned one by astype(...).");
      }
      if (differ) {
        use.mismatch(
            "The function of %s takes a carry %s and returns %s."
                .formatted(use.name(), before.shape(), after.described()),
            "Return a carry of one shape.");
      }
    }
  }

  private static String words(Kind kind) {
    return kind == Kind.INTEGERS ? "integers" : "floats";
  }
}
