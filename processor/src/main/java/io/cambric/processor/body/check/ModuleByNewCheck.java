package io.cambric.processor.body.check;

import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.report.DiagnosticCode;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds modules that are constructed as if their classes were written by hand. */
public final class ModuleByNewCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
        trees
            .typeElement(new TreePath(getCurrentPath(), tree.getIdentifier()))
            .filter(made -> trees.isModule(made.asType()) && AttributedTrees.isGenerated(made))
            .ifPresent(made -> {
              var arguments =
                  tree.getArguments().stream()
                      .map(Object::toString)
                      .collect(Collectors.joining(", "));
              report.about(
                  DiagnosticCode.MODULE_BY_NEW,
                  getCurrentPath(),
                  "%s is constructed with new, but modules need their factory."
                      .formatted(made.getSimpleName()),
                  "Write %s.of(%s).".formatted(made.getSimpleName(), arguments));
            });
        return super.visitNewClass(tree, null);
      }
    }.scan(type, null);
  }
}
