package io.cambric.processor.body.check;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.ModuleVariables;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.report.DiagnosticCode;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Finds definitions that declare to have no variables, but create some. */
public final class DeclaredVariablesCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    var variables = new ModuleVariables(trees);
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
        if (trees.element(getCurrentPath()) instanceof TypeElement element
            && ModuleVariables.isDeclaredWithout(element)) {
          variables.madeIn(element).ifPresent(made -> report(annotation(tree), element, made));
        }
        return super.visitClass(tree, null);
      }

      /** The annotation that contains the declaration. */
      private TreePath annotation(ClassTree tree) {
        var modifiers = new TreePath(getCurrentPath(), tree.getModifiers());
        return tree.getModifiers().getAnnotations().stream()
            .map(annotation -> new TreePath(modifiers, annotation))
            .filter(path -> isModule((AnnotationTree) path.getLeaf(), path))
            .findFirst()
            .orElse(getCurrentPath());
      }

      private boolean isModule(AnnotationTree annotation, TreePath path) {
        return trees.element(path, annotation.getAnnotationType()) instanceof TypeElement type
            && type.getQualifiedName().contentEquals(Annotated.MODULE);
      }

      private void report(TreePath place, TypeElement definition, String made) {
        var name = definition.getSimpleName().toString();
        report.about(
            DiagnosticCode.VARIABLES_DECLARED_NONE,
            place,
            "%s declares variables = false, but %s has variables through %s."
                .formatted(name, ElementNames.module(name), made),
            "Remove variables = false, or the code that creates variables.");
      }
    }.scan(type, null);
  }
}
