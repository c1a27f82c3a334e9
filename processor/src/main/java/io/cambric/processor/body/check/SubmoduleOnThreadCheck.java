package io.cambric.processor.body.check;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.LambdaBodies;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.report.DiagnosticCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Finds submodules that another thread makes or calls, in a function that a module passes on. */
public final class SubmoduleOnThreadCheck implements BodyCheck {

  /** The methods that decide on how many threads a stream runs. */
  private static final Set<String> MODES = Set.of("parallel", "parallelStream", "sequential");

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    for (var method : DefinitionScanner.methods(DefinitionScanner.definitions(type, trees))) {
      checkBody(method.path(), trees, report);
    }
    LambdaBodies.outermost(type, trees).forEach(lambda -> checkBody(lambda, trees, report));
  }

  private static void checkBody(TreePath body, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        trees
            .method(path)
            .flatMap(method -> runner(path, tree, method))
            .ifPresent(runner -> look(tree.getArguments(), runner));
        return super.visitMethodInvocation(tree, null);
      }

      @Override
      public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
        if (trees.type(getCurrentPath()) instanceof Object type
            && type.toString().equals("java.lang.Thread")) {
          look(tree.getArguments(), "a thread");
        }
        return super.visitNewClass(tree, null);
      }

      private Optional<String> runner(
          TreePath path, MethodInvocationTree call, ExecutableElement method) {
        var owner = method.getEnclosingElement().toString();
        if (owner.startsWith("java.util.stream.")) {
          return isParallel(path, call) ? Optional.of("a parallel stream") : Optional.empty();
        }
        boolean isConcurrent =
            owner.startsWith("java.util.concurrent.") && !owner.contains("Map")
                || owner.startsWith("java.lang.Thread");
        return isConcurrent ? Optional.of(method.getSimpleName().toString()) : Optional.empty();
      }

      /** Whether a call before or after makes the whole stream parallel; the last one decides. */
      private boolean isParallel(TreePath path, MethodInvocationTree call) {
        var names = new ArrayList<String>();
        for (var p = path; isCallOnResult(p); p = p.getParentPath().getParentPath()) {
          names.addFirst(name((MethodInvocationTree) p.getParentPath().getParentPath().getLeaf()));
        }
        for (var before = Syntax.receiver(call);
            before.isPresent() && before.get() instanceof MethodInvocationTree earlier;
            before = Syntax.receiver(earlier)) {
          names.add(name(earlier));
        }
        return names.stream()
            .filter(MODES::contains)
            .findFirst()
            .filter(mode -> !mode.equals("sequential"))
            .isPresent();
      }

      private static boolean isCallOnResult(TreePath call) {
        return call.getParentPath().getLeaf() instanceof MemberSelectTree
            && call.getParentPath().getParentPath().getLeaf() instanceof MethodInvocationTree;
      }

      private static String name(MethodInvocationTree call) {
        return call.getMethodSelect() instanceof MemberSelectTree select
            ? select.getIdentifier().toString()
            : "";
      }

      private void look(List<? extends ExpressionTree> functions, String runner) {
        for (var function : functions) {
          if (function instanceof LambdaExpressionTree || function instanceof MemberReferenceTree) {
            new Submodules(new HashSet<>(), (place, what) -> report(place, what, runner), trees)
                .scan(new TreePath(getCurrentPath(), function), null);
          }
        }
      }

      private void report(TreePath place, String what, String runner) {
        report.about(
            DiagnosticCode.SUBMODULE_ON_THREAD,
            place,
            "%s in a function that %s runs on another thread, where no module runs."
                .formatted(what, runner),
            "Call it on the thread of the module; operations use several cores already.");
      }
    }.scan(body, null);
  }

  /** Finds the submodules in a function, and in the methods of this compilation that it calls. */
  private static final class Submodules extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Set<ExecutableElement> followed;
    private final BiConsumer<TreePath, String> found;
    private final AttributedTrees trees;

    Submodules(
        Set<ExecutableElement> followed,
        BiConsumer<TreePath, String> found,
        AttributedTrees trees) {
      this.followed = followed;
      this.found = found;
      this.trees = trees;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      var created = ForeignLambdaCheck.created(path, trees).map(made -> made + " is made");
      var called =
          trees
              .method(path)
              .filter(trees::needsBoundModule)
              .map(method -> method.getEnclosingElement().getSimpleName() + " is called");
      return created
              .or(() -> called)
              .or(() -> trees.method(path).flatMap(this::inside))
              .map(what -> report(path, what))
              .isPresent()
          ? null
          : super.visitMethodInvocation(tree, null);
    }

    /** The submodule that a method makes or calls, to which the function leads. */
    private Optional<String> inside(ExecutableElement method) {
      var body =
          Optional.of(method)
              .filter(followed::add)
              .flatMap(trees::path)
              .filter(path -> path.getLeaf() instanceof MethodTree);
      if (body.isEmpty()) {
        return Optional.empty();
      }
      var found = new ArrayList<String>();
      new Submodules(followed, (_, what) -> found.add(what), trees).scan(body.get(), null);
      return found.stream().findFirst();
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      if (trees.element(path) instanceof ExecutableElement method) {
        var called =
            trees.needsBoundModule(method)
                ? Optional.of(method.getEnclosingElement().getSimpleName() + " is called")
                : inside(method);
        called.ifPresent(what -> report(path, what));
      }
      return super.visitMemberReference(tree, null);
    }

    private TreePath report(TreePath place, String what) {
      found.accept(place, what);
      return place;
    }
  }
}
