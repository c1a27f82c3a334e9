package io.cambric.processor.body.check;

import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Finds pytrees that use a number, say, as the type argument of a leaf. The record alone doesn't
 * decide: arrays and trees are possible type arguments as well.
 */
public final class PlainTypeArgumentCheck implements BodyCheck {

  private static final List<String> BOXES =
      List.of(
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Double",
          "java.lang.Float",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Short");

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
        if (trees.type(getCurrentPath()) instanceof DeclaredType made
            && made.asElement() instanceof TypeElement record
            && Annotated.has(record, Annotated.PY_TREE)) {
          record.getRecordComponents().forEach(c -> look(c, made, record, trees, report));
        }
        return super.visitNewClass(tree, null);
      }

      private void look(
          RecordComponentElement component,
          DeclaredType made,
          TypeElement record,
          AttributedTrees trees,
          BodyReport report) {
        int place = variable(component, record);
        if (place < 0 || place >= made.getTypeArguments().size()) {
          return;
        }
        var argument = made.getTypeArguments().get(place);
        if (isPlain(argument, trees)) {
          var variable = record.getTypeParameters().get(place).getSimpleName();
          report.about(
              DiagnosticCode.PLAIN_TYPE_ARGUMENT,
              getCurrentPath(),
              "%s is created with %s for %s, but a transformation replaces %s by an array."
                  .formatted(
                      record.getSimpleName(),
                      ((DeclaredType) argument).asElement().getSimpleName(),
                      variable,
                      component.getSimpleName()),
              "Use Array for %s, or mark %s @Static."
                  .formatted(variable, component.getSimpleName()));
        }
      }
    }.scan(type, null);
  }

  /** The index of the type variable that is the type of a leaf; -1 for other components. */
  private static int variable(RecordComponentElement component, TypeElement record) {
    return component.asType().getKind() == TypeKind.TYPEVAR
            && !Annotated.has(component, Annotated.STATIC)
        ? record.getTypeParameters().stream()
            .map(parameter -> parameter.asType().toString())
            .toList()
            .indexOf(component.asType().toString())
        : -1;
  }

  /** Whether values of a type are numbers or booleans, which users mistake for arrays. */
  private static boolean isPlain(TypeMirror type, AttributedTrees trees) {
    return trees
        .typeElement(type)
        .filter(element -> element.getKind() == ElementKind.CLASS)
        .filter(element -> BOXES.contains(element.getQualifiedName().toString()))
        .isPresent();
  }
}
