package io.cambric.processor.body.check;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Finds calls of setup, which would make the parts a second time. */
public final class SetupCalledCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    for (var method : DefinitionScanner.methods(DefinitionScanner.definitions(type, trees))) {
      var caller = method.element();
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitMethodInvocation(
            MethodInvocationTree tree, @Nullable Void unused) {
          trees
              .method(getCurrentPath())
              .filter(called -> Annotated.has(called, Annotated.SETUP))
              .filter(called -> Owners.of(called).equals(Owners.of(caller)))
              .ifPresent(called -> report(called, getCurrentPath()));
          return super.visitMethodInvocation(tree, null);
        }

        private void report(ExecutableElement called, TreePath place) {
          Element parts = trees.typeElement(called.getReturnType()).orElseThrow();
          boolean isConstructor = caller.getKind() == ElementKind.CONSTRUCTOR;
          report.about(
              DiagnosticCode.SETUP_CALLED,
              place,
              isConstructor
                  ? "%s is @Setup and runs automatically, not in the constructor of %s."
                      .formatted(called.getSimpleName(), Owners.of(caller).getSimpleName())
                  : "%s is @Setup and has already run before %s, which calls it again."
                      .formatted(called.getSimpleName(), caller.getSimpleName()),
              isConstructor ? "Use its parts in a method." : mend(called, parts));
        }

        private String mend(ExecutableElement called, Element parts) {
          var take =
              "ake its parts as the first parameter, %s(%s %s, ...), which callers do not see."
                  .formatted(caller.getSimpleName(), parts.getSimpleName(), called.getSimpleName());
          return Annotated.has(caller, Annotated.NOWRAP)
              ? "Remove @Nowrap, and t" + take
              : "T" + take;
        }
      }.scan(method.path(), null);
    }
  }
}
