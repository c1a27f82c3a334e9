package io.cambric.processor.body.flow;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.TracedFunctions.Traced;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** The places of a traced function where the elements of its arguments become Java values. */
public final class ArrayReads {

  private static final Set<String> READS =
      Set.of("item", "toBoolean", "toFloats", "toInts", "tolist");

  private final AttributedTrees trees;
  private final TreePath body;
  private final Set<ExecutableElement> followed;
  private final Taint taint;

  /** Follows the arguments of a function through its body. */
  public ArrayReads(Traced function, AttributedTrees trees) {
    this(function.body(), function.parameters(), Set.of(), trees);
  }

  /**
   * Follows arguments through a function or a method.
   *
   * @param followed the methods around it that are followed already
   */
  private ArrayReads(
      TreePath body,
      List<Element> parameters,
      Set<ExecutableElement> followed,
      AttributedTrees trees) {
    this.trees = trees;
    this.body = body;
    this.followed = followed;
    this.taint = Taint.none(trees);
    parameters.forEach(parameter -> taint.taint(parameter, true, true));
    TaintPropagation.over(body, taint, trees);
  }

  /** {@return the first name on which a value depends, if it depends on an argument} */
  public Optional<String> origin(TreePath expression) {
    return taint.value(expression.getParentPath(), expression.getLeaf());
  }

  /** Passes each place, and the name that its array depends on, to a visitor. */
  public void visit(BiConsumer<TreePath, String> visitor) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        trees
            .method(path)
            .flatMap(method ->
                isRead(method, trees) ? ofReceiver(path, tree) : inside(path, tree, method))
            .ifPresent(name -> visitor.accept(path, name));
        return super.visitMethodInvocation(tree, null);
      }

      @Override
      public @Nullable Void visitLambdaExpression(
          LambdaExpressionTree tree, @Nullable Void unused) {
        return TracedFunctions.runsOnHost(getCurrentPath(), trees)
            ? null
            : super.visitLambdaExpression(tree, null);
      }
    }.scan(body, null);
  }

  private Optional<String> ofReceiver(TreePath path, MethodInvocationTree read) {
    return Syntax.receiver(read)
        .flatMap(array -> taint.value(new TreePath(path, read.getMethodSelect()), array));
  }

  /** The argument whose elements a method of this compilation reads for certain. */
  private Optional<String> inside(
      TreePath path, MethodInvocationTree call, ExecutableElement method) {
    var body =
        trees.path(method).filter(p -> p.getLeaf() instanceof MethodTree m && m.getBody() != null);
    if (body.isEmpty() || followed.contains(method)) {
      return Optional.empty();
    }
    var passed = new ArrayList<Element>();
    var names = new ArrayList<String>();
    var parameters = method.getParameters();
    for (int i = 0; i < Math.min(parameters.size(), call.getArguments().size()); i++) {
      var origin = taint.value(path, call.getArguments().get(i));
      if (origin.isPresent()) {
        passed.add(parameters.get(i));
        names.add(origin.get());
      }
    }
    if (passed.isEmpty()) {
      return Optional.empty();
    }
    var all = new HashSet<>(followed);
    all.add(method);
    var reads = new ArrayReads(body.get(), passed, all, trees);
    var found = new ArrayList<TreePath>();
    reads.visit((read, _) -> {
      if (Certainty.isCertain(read)) {
        found.add(read);
      }
    });
    return found.isEmpty() ? Optional.empty() : Optional.of(names.getFirst());
  }

  /** {@return whether a method makes Java values of the elements of an array} */
  public static boolean isRead(ExecutableElement method, AttributedTrees trees) {
    return READS.contains(method.getSimpleName().toString())
        && trees.isArray(method.getEnclosingElement().asType());
  }
}
