package io.cambric.processor.body.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.report.DiagnosticCode;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Finds definitions inside methods, which the processor can't see. */
public final class LocalModuleCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        if (trees.element(path) instanceof TypeElement element
            && element.getNestingKind() == NestingKind.LOCAL
            && AttributedTrees.isDefinition(element)) {
          report.about(
              DiagnosticCode.MODULE_IS_LOCAL,
              path,
              "%s is declared inside a method, where no module is generated from it."
                  .formatted(element.getSimpleName()),
              "Move it to the class.");
        }
        return super.visitClass(tree, null);
      }
    }.scan(type, null);
  }
}
