package io.cambric.processor.body.check;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import io.cambric.processor.report.DiagnosticCode;
import io.cambric.processor.report.Severities;
import io.cambric.processor.report.Severity;
import io.cambric.processor.report.Suppression;
import java.util.HashSet;
import java.util.Set;

/**
 * The report of the body checks. Each diagnostic is placed on the narrowest tree. Mutable: the same
 * text is reported once about a place.
 */
public final class BodyReport {

  private final Trees trees;
  private final Severities severities;
  private final Set<Said> said = new HashSet<>();
  private final Set<Said> places = new HashSet<>();

  /** A message that was reported about a place. */
  private record Said(String message, Tree place) {}

  /** Reports to the compiler, with severities that users choose. */
  public BodyReport(Trees trees, Severities severities) {
    this.trees = trees;
    this.severities = severities;
  }

  /** Reports a diagnostic, unless it is off or suppressed around {@code place}. */
  public void about(DiagnosticCode code, TreePath place, String what, String mend) {
    var severity = severities.of(code);
    var message = code.message(what, mend, "");
    if (severity != Severity.OFF
        && !isSuppressed(code, place)
        && said.add(new Said(message, place.getLeaf()))) {
      trees.printMessage(severity.kind(), message, place.getLeaf(), place.getCompilationUnit());
    }
  }

  /** Reports a diagnostic, unless it was reported about the place with another text. */
  public void once(DiagnosticCode code, TreePath place, String what, String mend) {
    if (places.add(new Said(code.tag(), place.getLeaf()))) {
      about(code, place, what, mend);
    }
  }

  private boolean isSuppressed(DiagnosticCode code, TreePath place) {
    for (TreePath p = place; p != null; p = p.getParentPath()) {
      var declared =
          switch (p.getLeaf().getKind()) {
            case METHOD, VARIABLE, CLASS, RECORD, INTERFACE, ENUM -> trees.getElement(p);
            default -> null;
          };
      if (declared != null && Suppression.has(declared, code)) {
        return true;
      }
    }
    return false;
  }
}
