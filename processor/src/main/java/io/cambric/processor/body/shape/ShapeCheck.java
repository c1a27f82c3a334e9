package io.cambric.processor.body.shape;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.check.BodyCheck;
import io.cambric.processor.body.check.BodyReport;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.read.Annotated;
import java.util.HashMap;
import java.util.Map;
import javax.lang.model.element.TypeElement;
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
      TreePath method,
      Map<TypeElement, Fact> setups,
      AttributedTrees trees,
      BodyReport report) {
    var facts = new ShapeFacts(trees, report);
    for (var parameter : ((MethodTree) method.getLeaf()).getParameters()) {
      var element = trees.element(method, parameter);
      if (element != null && trees.isSetupRecord(element.asType())) {
        var owner = element.getEnclosingElement().getEnclosingElement();
        facts.set(element, setups.getOrDefault(owner, Fact.UNKNOWN));
      }
    }
    new ShapeWalk(facts).scan(method, null);
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
