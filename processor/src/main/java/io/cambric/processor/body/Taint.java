package io.cambric.processor.body;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.read.Owners;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import org.jspecify.annotations.Nullable;

/**
 * Which local names of a method depend on its call arguments. What follows from shapes and dtypes
 * doesn't count: a model is initialized for them.
 */
final class Taint {

  private static final Set<String> FIXED_BY_INIT =
      Set.of("shape", "dim", "rank", "ndim", "size", "dtype", "aval");

  private final Facts facts;
  private final Set<Element> tainted = new HashSet<>();

  private Taint(Facts facts) {
    this.facts = facts;
  }

  /** Follows the arguments of {@code method} through its local variables. */
  static Taint of(DefinitionScanner.Method method, Facts facts) {
    var taint = new Taint(facts);
    for (var parameter : method.element().getParameters()) {
      if (!facts.isSetupRecord(parameter.asType())) {
        taint.tainted.add(parameter);
      }
    }
    int before;
    do {
      before = taint.tainted.size();
      taint.spread(method.path());
    } while (taint.tainted.size() > before);
    return taint;
  }

  /** {@return the first name in {@code tree} that depends on a call argument} */
  Optional<String> in(TreePath parent, Tree tree) {
    var finder = new Finder();
    finder.scan(new TreePath(parent, tree), null);
    return Optional.ofNullable(finder.found);
  }

  private void spread(TreePath method) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
        spread(getCurrentPath(), tree.getInitializer(), facts.element(getCurrentPath()));
        return super.visitVariable(tree, null);
      }

      @Override
      public @Nullable Void visitAssignment(AssignmentTree tree, @Nullable Void unused) {
        var target = facts.element(getCurrentPath(), tree.getVariable());
        spread(getCurrentPath(), tree.getExpression(), target);
        return super.visitAssignment(tree, null);
      }

      @Override
      public @Nullable Void visitEnhancedForLoop(EnhancedForLoopTree tree, @Nullable Void unused) {
        var target = facts.element(getCurrentPath(), tree.getVariable());
        spread(getCurrentPath(), tree.getExpression(), target);
        return super.visitEnhancedForLoop(tree, null);
      }

      private void spread(
          TreePath parent, @Nullable ExpressionTree from, @Nullable Element target) {
        boolean isLocal = target != null && target.getKind() == ElementKind.LOCAL_VARIABLE;
        if (from != null && isLocal && in(parent, from).isPresent()) {
          tainted.add(target);
        }
      }
    }.scan(method, null);
  }

  private final class Finder extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private @Nullable String found;

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
      if (found == null && tainted.contains(facts.element(getCurrentPath()))) {
        found = tree.getName().toString();
      }
      return null;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      boolean isFixed =
          facts
              .method(getCurrentPath())
              .filter(method -> FIXED_BY_INIT.contains(method.getSimpleName().toString()))
              .filter(method -> Owners.of(method).toString().startsWith("io.cambric."))
              .isPresent();
      return isFixed ? null : super.visitMethodInvocation(tree, null);
    }
  }
}
