package io.cambric.processor.body.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.read.RuntimeTypes;
import io.cambric.processor.report.DiagnosticCode;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Finds classes that extend Module, but can't be the output of the processor. */
public final class ModuleByHandCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
        if (trees.element(getCurrentPath()) instanceof TypeElement element
            && trees.isModule(element.asType())
            && !takesHandle(element)) {
          var name = element.getSimpleName().toString();
          report.about(
              DiagnosticCode.MODULE_BY_HAND,
              getCurrentPath(),
              "Only generated classes may extend Module, but %s is written by hand."
                  .formatted(name),
              "Declare @Module record %s(...) with its methods, and let the processor generate %s."
                  .formatted(
                      ElementNames.isDefinition(name)
                          ? name
                          : name + ElementNames.DEFINITION_ENDING,
                      ElementNames.module(name)));
        }
        return super.visitClass(tree, null);
      }
    }.scan(type, null);
  }

  private static boolean takesHandle(TypeElement type) {
    return ElementFilter.constructorsIn(type.getEnclosedElements()).stream()
        .flatMap(constructor -> constructor.getParameters().stream())
        .anyMatch(p -> p.asType().toString().equals(RuntimeTypes.HANDLE.canonicalName()));
  }
}
