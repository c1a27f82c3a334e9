package io.cambric.processor.body;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.Names;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Finds calls of definitions' methods from code that is in no definition. */
final class OutsideCallCheck implements BodyCheck {

  @Override
  public void check(TreePath type, Facts facts, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
        var element = facts.element(getCurrentPath());
        // Inside a definition, and whatever is nested in it, calls are plain Java.
        return element != null && Facts.isDefinition(element) ? null : super.visitClass(tree, null);
      }

      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        facts.method(getCurrentPath()).ifPresent(this::look);
        return super.visitMethodInvocation(tree, null);
      }

      @Override
      public @Nullable Void visitMemberReference(MemberReferenceTree tree, @Nullable Void unused) {
        if (facts.element(getCurrentPath()) instanceof ExecutableElement method) {
          look(method);
        }
        return super.visitMemberReference(tree, null);
      }

      private void look(ExecutableElement method) {
        var owner = Owners.of(method);
        if (Facts.isDefinition(owner) && needsScope(method, (TypeElement) owner)) {
          var definition = owner.getSimpleName().toString();
          report.about(
              DiagnosticCode.DEFINITION_CALLED_OUTSIDE,
              getCurrentPath(),
              "%s of the definition %s needs a scope, but is called outside any definition."
                  .formatted(method.getSimpleName(), definition),
              "Call it on the module, %s.of(...).".formatted(Names.module(definition)));
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
