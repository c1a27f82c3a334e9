package io.cambric.processor.body.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls of a definition's methods from outside any definition, or on another definition than
 * the running one.
 */
public final class OutsideCallCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable TypeElement>() {

      @Override
      public @Nullable Void visitClass(ClassTree tree, @Nullable TypeElement around) {
        var element = trees.element(getCurrentPath());
        boolean isDefinition =
            element instanceof TypeElement && AttributedTrees.isDefinition(element);
        return super.visitClass(tree, isDefinition ? (TypeElement) element : around);
      }

      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable TypeElement around) {
        var receiver = Syntax.receiver(tree);
        trees
            .method(getCurrentPath())
            .filter(called -> !isRunning(called, receiver, around))
            .ifPresent(called -> look(called, around));
        return super.visitMethodInvocation(tree, around);
      }

      @Override
      public @Nullable Void visitMemberReference(
          MemberReferenceTree tree, @Nullable TypeElement around) {
        if (trees.element(getCurrentPath()) instanceof ExecutableElement called
            && !isRunning(called, Optional.of(tree.getQualifierExpression()), around)) {
          look(called, around);
        }
        return super.visitMemberReference(tree, around);
      }

      /** Whether a call stays on the definition whose method runs. Such a call is plain Java. */
      private boolean isRunning(
          ExecutableElement called,
          Optional<? extends ExpressionTree> receiver,
          @Nullable TypeElement around) {
        return around != null
            && receiver
                .map(r -> Syntax.isThis(r) || Owners.of(called).equals(around) && !Syntax.isNew(r))
                .orElse(true);
      }

      private void look(ExecutableElement method, @Nullable TypeElement around) {
        var owner = Owners.of(method);
        if (AttributedTrees.isDefinition(owner) && needsScope(method, (TypeElement) owner)) {
          var definition = owner.getSimpleName().toString();
          var called = "%s of the definition %s".formatted(method.getSimpleName(), definition);
          report.about(
              DiagnosticCode.DEFINITION_CALLED_OUTSIDE,
              getCurrentPath(),
              around == null
                  ? called + " needs a scope, but is called outside any definition."
                  : "%s runs in the scope of %s, which receives its submodules and variables."
                      .formatted(called, ElementNames.module(around.getSimpleName().toString())),
              "Call it on the module, %s.of(...).".formatted(ElementNames.module(definition)));
        }
      }
    }.scan(type, null);
  }

  private static boolean needsScope(ExecutableElement method, TypeElement definition) {
    return method.getKind() == ElementKind.METHOD
        && !method.getModifiers().contains(Modifier.STATIC)
        && !Annotated.has(method, Annotated.NOWRAP)
        && !isOfRecord(method, definition);
  }

  private static boolean isOfRecord(ExecutableElement method, TypeElement definition) {
    var name = method.getSimpleName();
    boolean isAccessor =
        method.getParameters().isEmpty()
            && definition.getRecordComponents().stream()
                .map(Element::getSimpleName)
                .anyMatch(name::equals);
    return isAccessor
        || name.contentEquals("equals")
        || name.contentEquals("hashCode")
        || name.contentEquals("toString");
  }
}
