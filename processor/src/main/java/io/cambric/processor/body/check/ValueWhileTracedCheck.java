package io.cambric.processor.body.check;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.cambric.processor.body.flow.ArrayReads;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.ExpectedFailure;
import io.cambric.processor.body.flow.TracedFunctions;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashSet;

/** Finds reads of elements that have no value yet, in functions that run on tracers. */
public final class ValueWhileTracedCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    var reported = new HashSet<Tree>();
    for (var function : TracedFunctions.in(type, trees)) {
      if (function.hasNoValues()) {
        new ArrayReads(function, trees)
            .visit((read, name) -> {
              if (!ExpectedFailure.isAround(read, trees) && reported.add(read.getLeaf())) {
                report.about(
                    DiagnosticCode.VALUE_WHILE_TRACED,
                    read,
                    "%s() reads elements of \"%s\", which have no values while %s traces the function."
                        .formatted(method(read, trees), name, function.transformation()),
                    "Compute with arrays, as where(...) and cond(...) do; or return the array, and"
                        + " read it outside.");
              }
            });
      }
    }
  }

  private static String method(TreePath read, AttributedTrees trees) {
    return trees
        .method(read)
        .map(method -> method.getSimpleName().toString())
        .orElseGet(() -> ((MethodInvocationTree) read.getLeaf()).getMethodSelect().toString());
  }
}
