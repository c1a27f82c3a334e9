package io.cambric.processor.body;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Finds modules and variables that a lifted function takes from the method around it. */
final class CaptureInLiftCheck implements BodyCheck {

  private static final String PARTIAL = "io.cambric.module.Partial";

  @Override
  public void check(TreePath type, Facts facts, BodyReport report) {
    for (var methods : DefinitionScanner.definitions(type, facts)) {
      for (var method : methods) {
        var components = OwnComponents.of(method, methods, facts);
        var locals = locals(method.path(), facts);
        var functions = new LiftedFunctions(facts, report, locals, components);
        check(method.path(), functions, facts);
      }
    }
    for (var lambda : LambdaBodies.outermost(type, facts)) {
      var functions = new LiftedFunctions(facts, report, locals(lambda, facts), null);
      check(lambda, functions, facts);
    }
  }

  private static void check(TreePath body, LiftedFunctions functions, Facts facts) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        facts
            .method(getCurrentPath())
            .filter(facts::isLift)
            .ifPresent(lift -> look(tree.getArguments(), "Lift." + lift.getSimpleName()));
        return super.visitMethodInvocation(tree, null);
      }

      @Override
      public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
        if (facts.element(getCurrentPath(), tree.getIdentifier()) instanceof TypeElement made
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
  private static Map<Element, TreePath> locals(TreePath body, Facts facts) {
    var locals = new HashMap<Element, TreePath>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
        var element = facts.element(getCurrentPath());
        if (element != null && tree.getInitializer() != null) {
          locals.put(element, new TreePath(getCurrentPath(), tree.getInitializer()));
        }
        return super.visitVariable(tree, null);
      }
    }.scan(body, null);
    return locals;
  }
}
