package io.cambric.processor.body.check;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.LambdaBodies;
import io.cambric.processor.body.flow.OwnComponents;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Finds modules and variables that a lifted function takes from the method around it. */
public final class CaptureInLiftCheck implements BodyCheck {

  private static final String PARTIAL = "io.cambric.module.Partial";

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    for (var methods : DefinitionScanner.definitions(type, trees)) {
      for (var method : methods) {
        var components = OwnComponents.of(method, methods, trees);
        var locals = locals(method.path(), trees);
        var functions = new LiftArguments(trees, report, locals, components);
        check(method.path(), functions, trees);
      }
    }
    for (var lambda : LambdaBodies.outermost(type, trees)) {
      var functions = new LiftArguments(trees, report, locals(lambda, trees), null);
      check(lambda, functions, trees);
    }
  }

  private static void check(TreePath body, LiftArguments functions, AttributedTrees trees) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        trees
            .method(getCurrentPath())
            .filter(trees::isLift)
            .ifPresent(lift -> look(tree.getArguments(), "Lift." + lift.getSimpleName()));
        return super.visitMethodInvocation(tree, null);
      }

      @Override
      public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
        if (trees.element(getCurrentPath(), tree.getIdentifier()) instanceof TypeElement made
            && made.getQualifiedName().contentEquals(PARTIAL)) {
          look(tree.getArguments().subList(0, 1), "Partial");
        }
        return super.visitNewClass(tree, null);
      }

      private void look(List<? extends Tree> arguments, String transformation) {
        for (var argument : arguments) {
          functions.look(new TreePath(getCurrentPath(), argument), transformation);
        }
      }
    }.scan(body, null);
  }

  /** The initial values of the local variables of a method. */
  private static Map<Element, TreePath> locals(TreePath body, AttributedTrees trees) {
    var locals = new HashMap<Element, TreePath>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
        var element = trees.element(getCurrentPath());
        if (element != null && tree.getInitializer() != null) {
          locals.put(element, new TreePath(getCurrentPath(), tree.getInitializer()));
        }
        return super.visitVariable(tree, null);
      }
    }.scan(body, null);
    return locals;
  }
}
