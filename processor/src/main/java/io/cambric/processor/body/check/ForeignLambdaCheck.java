package io.cambric.processor.body;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
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
final class ForeignLambdaCheck implements BodyCheck {

  private static final Set<String> CREATIONS = Set.of("param", "variable", "makeRng");

  @Override
  public void check(TreePath type, Facts facts, BodyReport report) {
    for (var methods : DefinitionScanner.definitions(type, facts)) {
      var creating = OwnCalls.of(methods, facts).spread(creating(methods, facts));
      methods.forEach(method -> check(method, creating, facts, report));
    }
  }

  private static void check(
      DefinitionScanner.Method method,
      Map<Element, String> creating,
      Facts facts,
      BodyReport report) {
    var own = ElementNames.module(Owners.of(method.element()).getSimpleName().toString());
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        foreignModule(getCurrentPath(), own, facts).ifPresent(runner -> look(tree, runner));
        return super.visitMethodInvocation(tree, null);
      }

      private void look(MethodInvocationTree tree, String runner) {
        for (var argument : tree.getArguments()) {
          var creations = new Creations(facts, report, creating, runner);
          var path = new TreePath(getCurrentPath(), argument);
          if (argument instanceof LambdaExpressionTree) {
            creations.scan(path, null);
          } else if (argument instanceof MemberReferenceTree
              && facts.element(path) instanceof ExecutableElement mentioned) {
            creations.lookAtOwn(path, mentioned);
          }
        }
      }
    }.scan(method.path(), null);
  }

  /** The first creation in each method. */
  private static Map<Element, String> creating(
      List<DefinitionScanner.Method> methods, Facts facts) {
    var found = new HashMap<Element, String>();
    for (var method : methods) {
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitMethodInvocation(
            MethodInvocationTree tree, @Nullable Void unused) {
          created(getCurrentPath(), facts)
              .ifPresent(created -> found.putIfAbsent(method.element(), created));
          return super.visitMethodInvocation(tree, null);
        }
      }.scan(method.path(), null);
    }
    return found;
  }

  /** {@return what a call creates in the scope that is current} */
  static Optional<String> created(TreePath call, Facts facts) {
    var construction = Construction.at(call, facts);
    return construction.isPresent()
        ? construction
            .filter(made -> !made.isDetached() && !isResult(made.whole()))
            .map(Construction::moduleName)
        : facts
            .method(call)
            .filter(facts::isScopeFunction)
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
  private static Optional<String> foreignModule(TreePath call, String own, Facts facts) {
    return facts
        .method(call)
        .map(Owners::of)
        .filter(owner -> facts.isModule(owner.asType()) && Facts.isGenerated(owner))
        .map(owner -> owner.getSimpleName().toString())
        .filter(name -> !name.equals(own));
  }

  /** Reports what is created in a lambda. */
  private static final class Creations extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Facts facts;
    private final BodyReport report;
    private final Map<Element, String> creating;
    private final String runner;

    Creations(Facts facts, BodyReport report, Map<Element, String> creating, String runner) {
      this.facts = facts;
      this.report = report;
      this.creating = creating;
      this.runner = runner;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      created(path, facts)
          .ifPresent(created -> report(path, "%s in a lambda that %s runs", created));
      if (Syntax.isOnThis(tree)) {
        facts.method(path).ifPresent(called -> lookAtOwn(path, called));
      }
      return super.visitMethodInvocation(tree, null);
    }

    /** Reports what a method of the definition creates, run by the other module. */
    void lookAtOwn(TreePath place, ExecutableElement called) {
      Optional.ofNullable(creating.get(called))
          .ifPresent(created ->
              report(place, "%s in " + called.getSimpleName() + ", which %s runs here,", created));
    }

    private void report(TreePath path, String what, String created) {
      report.about(
          DiagnosticCode.CREATION_IN_FOREIGN_LAMBDA,
          path,
          (what + " lands in the scope of %s.").formatted(created, runner, runner),
          "Create it before, and capture the value.");
    }
  }
}
