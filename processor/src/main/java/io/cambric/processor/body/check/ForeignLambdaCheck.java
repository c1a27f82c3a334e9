package io.cambric.processor.body.check;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Construction;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.OwnCalls;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Finds creations inside lambdas that another module runs, in its own scope. */
public final class ForeignLambdaCheck implements BodyCheck {

  private static final Set<String> CREATIONS = Set.of("param", "variable", "makeRng");

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    for (var methods : DefinitionScanner.definitions(type, trees)) {
      var creating = OwnCalls.of(methods, trees).spread(creating(methods, trees));
      methods.forEach(method -> check(method, creating, trees, report));
    }
  }

  private static void check(
      DefinitionScanner.Method method,
      Map<Element, String> creating,
      AttributedTrees trees,
      BodyReport report) {
    var own = ElementNames.module(Owners.of(method.element()).getSimpleName().toString());
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        foreignModule(getCurrentPath(), own, trees).ifPresent(runner -> look(tree, runner));
        return super.visitMethodInvocation(tree, null);
      }

      private void look(MethodInvocationTree tree, String runner) {
        for (var argument : tree.getArguments()) {
          var creations = new Creations(trees, report, creating, runner);
          var path = new TreePath(getCurrentPath(), argument);
          if (argument instanceof LambdaExpressionTree) {
            creations.scan(path, null);
          } else if (argument instanceof MemberReferenceTree
              && trees.element(path) instanceof ExecutableElement mentioned) {
            creations.lookAtOwn(path, mentioned);
          }
        }
      }
    }.scan(method.path(), null);
  }

  /** The first creation in each method. */
  private static Map<Element, String> creating(
      List<DefinitionScanner.Method> methods, AttributedTrees trees) {
    var found = new HashMap<Element, String>();
    for (var method : methods) {
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitMethodInvocation(
            MethodInvocationTree tree, @Nullable Void unused) {
          created(getCurrentPath(), trees)
              .ifPresent(created -> found.putIfAbsent(method.element(), created));
          return super.visitMethodInvocation(tree, null);
        }
      }.scan(method.path(), null);
    }
    return found;
  }

  /** {@return a description of the object that a call creates in the current scope} */
  static Optional<String> created(TreePath call, AttributedTrees trees) {
    var construction = Construction.at(call, trees);
    return construction.isPresent()
        ? construction
            .filter(made -> !made.isDetached() && !isResult(made.whole()))
            .map(Construction::moduleName)
        : trees
            .method(call)
            .filter(trees::isScopeFunction)
            .map(method -> method.getSimpleName().toString())
            .filter(CREATIONS::contains)
            .map(name -> name + "(...)");
  }

  /** A lambda that returns the submodule is a factory; its caller owns the submodule. */
  private static boolean isResult(TreePath construction) {
    var leaf = construction.getParentPath().getLeaf();
    return leaf instanceof ReturnTree || leaf instanceof LambdaExpressionTree;
  }

  /** The module whose method, written by the user, is called with the lambda. */
  private static Optional<String> foreignModule(TreePath call, String own, AttributedTrees trees) {
    return trees
        .generatedModule(call)
        .map(owner -> owner.getSimpleName().toString())
        .filter(name -> !name.equals(own));
  }

  /** Reports the creations in a lambda. */
  private static final class Creations extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final AttributedTrees trees;
    private final BodyReport report;
    private final Map<Element, String> creating;
    private final String runner;

    Creations(
        AttributedTrees trees, BodyReport report, Map<Element, String> creating, String runner) {
      this.trees = trees;
      this.report = report;
      this.creating = creating;
      this.runner = runner;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      created(path, trees)
          .ifPresent(created -> report(path, "%s in a lambda that %s runs", created));
      if (Syntax.isOnThis(tree)) {
        trees.method(path).ifPresent(called -> lookAtOwn(path, called));
      }
      return super.visitMethodInvocation(tree, null);
    }

    /** Reports the creations of a definition's method that the other module runs. */
    void lookAtOwn(TreePath place, ExecutableElement called) {
      Optional.ofNullable(creating.get(called))
          .ifPresent(created ->
              report(place, "%s in " + called.getSimpleName() + ", which %s runs here,", created));
    }

    private void report(TreePath path, String what, String created) {
      report.about(
          DiagnosticCode.CREATION_IN_FOREIGN_LAMBDA,
          path,
          (what + " belongs to the scope of %s.").formatted(created, runner, runner),
          "Create it before, and capture the value.");
    }
  }
}
