package io.cambric.processor.body.shape;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.check.BodyCheck;
import io.cambric.processor.body.check.BodyReport;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.dims.DimsText;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashMap;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Finds shapes and hyperparameters that contradict each other, whatever the sizes are. */
public final class ShapeCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    var setups = new HashMap<TypeElement, Fact>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
        if (trees.element(getCurrentPath()) instanceof TypeElement element
            && AttributedTrees.isDefinition(element)) {
          setups.put(element, parts(element, trees, report));
        }
        return super.visitClass(tree, null);
      }

      @Override
      public @Nullable Void visitMethod(MethodTree tree, @Nullable Void unused) {
        if (tree.getBody() != null) {
          run(getCurrentPath(), setups, trees, report);
        }
        return super.visitMethod(tree, null);
      }
    }.scan(type, null);
  }

  private static void run(
      TreePath method, Map<TypeElement, Fact> setups, AttributedTrees trees, BodyReport report) {
    var facts = new ShapeFacts(trees, report);
    for (var parameter : ((MethodTree) method.getLeaf()).getParameters()) {
      var element = trees.element(method, parameter);
      if (element != null && trees.isSetupRecord(element.asType())) {
        var owner = element.getEnclosingElement().getEnclosingElement();
        facts.set(element, setups.getOrDefault(owner, Fact.UNKNOWN));
      }
    }
    if (trees.element(method) instanceof ExecutableElement element) {
      facts.setMethod(element);
      checkTexts(method, element, report);
    }
    new ShapeWalk(facts).scan(method, null);
  }

  /** Reports wrong texts of {@code @Dims} outside of definitions, which the processor reads. */
  private static void checkTexts(TreePath method, ExecutableElement element, BodyReport report) {
    if (AttributedTrees.isDefinition(element.getEnclosingElement())) {
      return;
    }
    var tree = (MethodTree) method.getLeaf();
    if (tree.getReturnType() != null) {
      checkText(element.getReturnType(), new TreePath(method, tree.getReturnType()), report);
    }
    for (int i = 0; i < tree.getParameters().size(); i++) {
      var type = element.getParameters().get(i).asType();
      checkText(type, new TreePath(method, tree.getParameters().get(i)), report);
    }
  }

  private static void checkText(TypeMirror type, TreePath place, BodyReport report) {
    DimsText.on(type)
        .flatMap(DimsText::mistake)
        .ifPresent(
            mistake -> report.about(DiagnosticCode.DIMS_INVALID, place, mistake, DimsText.MEND));
  }

  /** The parts that the setup method of a definition makes. */
  private static Fact parts(TypeElement definition, AttributedTrees trees, BodyReport report) {
    for (var method : ElementFilter.methodsIn(definition.getEnclosedElements())) {
      if (Annotated.has(method, Annotated.SETUP) && trees.path(method).isPresent()) {
        var facts = new ShapeFacts(trees, report);
        new ShapeWalk(facts).scan(trees.path(method).get(), null);
        return facts.result();
      }
    }
    return Fact.UNKNOWN;
  }
}
