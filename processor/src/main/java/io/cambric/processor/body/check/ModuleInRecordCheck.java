package io.cambric.processor.body.check;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Finds modules in plain records inside of components, where nothing binds them. */
public final class ModuleInRecordCheck implements BodyCheck {

  /** A module in a record: the record, and its component that is a module. */
  private record Hidden(TypeElement record, RecordComponentElement module) {}

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
        if (trees.element(getCurrentPath()) instanceof TypeElement definition
            && AttributedTrees.isDefinition(definition)) {
          definition.getRecordComponents().forEach(c -> look(tree, definition, c));
        }
        return super.visitClass(tree, null);
      }

      private void look(ClassTree tree, TypeElement definition, RecordComponentElement component) {
        hidden(component.asType(), trees, new HashSet<>())
            .ifPresent(hidden ->
                report.about(
                    DiagnosticCode.MODULE_IN_RECORD,
                    place(tree, component),
                    "Component %s of %s contains the module %s of the record %s, which is never bound."
                        .formatted(
                            component.getSimpleName(),
                            definition.getSimpleName(),
                            hidden.module().getSimpleName(),
                            hidden.record().getSimpleName()),
                    "Annotate %s with @PyTree, or make %s a component of %s."
                        .formatted(
                            hidden.record().getSimpleName(),
                            hidden.module().getSimpleName(),
                            definition.getSimpleName())));
      }

      private TreePath place(ClassTree tree, RecordComponentElement component) {
        return tree.getMembers().stream()
            .filter(VariableTree.class::isInstance)
            .filter(m -> ((VariableTree) m).getName().equals(component.getSimpleName()))
            .map(member -> new TreePath(getCurrentPath(), member))
            .findFirst()
            .orElse(getCurrentPath());
      }
    }.scan(type, null);
  }

  /** Whether the modules in a record are bound: in a pytree, and in the parts of a module. */
  private static boolean isBound(TypeElement record) {
    return Annotated.has(record, Annotated.PY_TREE)
        || AttributedTrees.isGenerated(record.getEnclosingElement());
  }

  private static Optional<Hidden> hidden(
      TypeMirror type, AttributedTrees trees, Set<TypeElement> around) {
    var element = trees.typeElement(type);
    if (element.isEmpty() || trees.isModule(type)) {
      return Optional.empty();
    }
    if (element.get().getQualifiedName().toString().startsWith("java.util.")) {
      return ((DeclaredType) type)
          .getTypeArguments().stream()
              .flatMap(argument -> hidden(argument, trees, around).stream())
              .findFirst();
    }
    if (element.get().getKind() != ElementKind.RECORD
        || isBound(element.get())
        || !around.add(element.get())) {
      return Optional.empty();
    }
    for (var component : element.get().getRecordComponents()) {
      var held = trees.typeOf(component, type);
      if (trees.isModuleOrContainer(held)) {
        return Optional.of(new Hidden(element.get(), component));
      }
      var deeper = hidden(held, trees, around);
      if (deeper.isPresent()) {
        return deeper;
      }
    }
    return Optional.empty();
  }
}
