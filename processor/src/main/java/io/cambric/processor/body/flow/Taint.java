package io.cambric.processor.body.flow;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/**
 * The names of a method that depend on its call arguments: by value, or by number of elements. A
 * list of two arguments depends by value only. Values that follow from shapes and dtypes don't
 * count: a model is initialized for them. A taint that is made {@link #withState} includes state
 * outside of the arguments, as {@link ScopeState} defines it.
 */
final class Taint {

  static final Set<String> FIXED_BY_INIT =
      Set.of("shape", "dim", "rank", "ndim", "size", "dtype", "aval");

  /**
   * Methods of a collection, an optional or an iterator that depend on the number of elements only.
   */
  private static final Set<String> COUNTS =
      Set.of("size", "isEmpty", "isPresent", "hasNext", "length", "count");

  /** Factories of collections and streams with one element for each argument. */
  private static final Set<String> OF_ELEMENTS = Set.of("of", "asList", "entry");

  /** Operations whose function decides how many elements there are. */
  private static final Set<String> SELECTING =
      Set.of("filter", "takeWhile", "dropWhile", "flatMap", "mapMulti", "iterate", "removeIf");

  private final AttributedTrees trees;
  private final Effects effects;
  private final Set<Element> valued;
  private final Set<Element> counted;
  private final Map<Element, String> states = new HashMap<>();
  private final boolean hasState;

  private Taint(
      AttributedTrees trees, Set<Element> valued, Set<Element> counted, boolean hasState) {
    this.hasState = hasState;
    this.trees = trees;
    this.effects = new Effects(trees);
    this.valued = valued;
    this.counted = counted;
  }

  /** {@return a taint without names} */
  static Taint none(AttributedTrees trees) {
    return new Taint(trees, new HashSet<>(), new HashSet<>(), false);
  }

  /** {@return a taint without names, for which state outside of the arguments counts} */
  static Taint withState(AttributedTrees trees) {
    return new Taint(trees, new HashSet<>(), new HashSet<>(), true);
  }

  /** {@return the arguments of a method that is called from outside of the module, and state} */
  static Taint ofArguments(ExecutableElement method, AttributedTrees trees) {
    var taint = withState(trees);
    for (var parameter : method.getParameters()) {
      if (!trees.isSetupRecord(parameter.asType())) {
        taint.taint(parameter, true, true);
      }
    }
    return taint;
  }

  /** {@return the state on which a scalar result of a method depends, whatever its arguments} */
  static Optional<String> stateOfResult(TreePath method, AttributedTrees trees) {
    if (!(trees.element(method) instanceof ExecutableElement element)
        || !trees.isScalar(element.getReturnType())) {
      return Optional.empty();
    }
    var taint = withState(trees);
    TaintPropagation.over(method, taint, trees);
    var found = new ArrayList<String>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitReturn(ReturnTree tree, @Nullable Void unused) {
        taint.value(getCurrentPath(), tree.getExpression()).ifPresent(found::add);
        return null;
      }

      @Override
      public @Nullable Void visitLambdaExpression(
          LambdaExpressionTree tree, @Nullable Void unused) {
        return null;
      }
    }.scan(method, null);
    return found.stream().filter(ScopeState::isState).findFirst();
  }

  /** Adds a name that depends on an argument. */
  void taint(Element name, boolean byValue, boolean byCount) {
    if (byValue) {
      valued.add(name);
    }
    if (byCount && !trees.isArray(name.asType())) {
      counted.add(name);
    }
  }

  /**
   * Adds a name that depends on a value.
   *
   * @param origin the name that the value depends on, if it does
   */
  void taint(Element name, Optional<String> origin, boolean byCount) {
    taint(name, origin.isPresent(), byCount);
    origin.filter(ScopeState::isState).ifPresent(state -> states.putIfAbsent(name, state));
  }

  int size() {
    return valued.size() + counted.size();
  }

  /** {@return the first name on which the value of {@code tree} depends} */
  Optional<String> value(TreePath parent, Tree tree) {
    var finder = new Finder();
    finder.scan(new TreePath(parent, tree), null);
    return Optional.ofNullable(finder.found);
  }

  /** {@return the first name on which the number of elements of {@code tree} depends} */
  Optional<String> count(TreePath parent, Tree tree) {
    var path = new TreePath(parent, tree);
    return switch (tree) {
      case IdentifierTree name when trees.isScalar(trees.type(path)) -> value(parent, name);
      case IdentifierTree name ->
          counted.contains(trees.element(path))
              ? Optional.of(name.getName().toString())
              : Optional.empty();
      case MemberSelectTree select -> count(path, select.getExpression());
      case NewArrayTree array ->
          array.getInitializers() == null ? values(path, array.getDimensions()) : Optional.empty();
      case NewClassTree made -> counts(path, made.getArguments());
      case MethodInvocationTree call ->
          trees.method(path).flatMap(method -> countOf(path, call, method));
      default -> value(parent, tree);
    };
  }

  private Optional<String> countOf(
      TreePath path, MethodInvocationTree call, ExecutableElement method) {
    if (isFixedByInit(method)) {
      return Optional.empty();
    }
    var arguments = call.getArguments();
    var name = method.getSimpleName().toString();
    if (AttributedTrees.isOfJdk(method) && OF_ELEMENTS.contains(name)) {
      boolean isArray =
          arguments.size() == 1
              && trees.isJavaArray(trees.type(new TreePath(path, arguments.getFirst())));
      return isArray ? count(path, arguments.getFirst()) : Optional.empty();
    }
    if (AttributedTrees.isOfJdk(method) && name.equals("ofNullable")) {
      return values(path, arguments);
    }
    var receiver =
        Syntax.receiver(call).filter(r -> !trees.isArray(trees.type(new TreePath(path, r))));
    return receiver
        .flatMap(r -> count(new TreePath(path, call.getMethodSelect()), r))
        .or(() -> SELECTING.contains(name) ? values(path, arguments) : counts(path, arguments));
  }

  private Optional<String> values(TreePath parent, List<? extends Tree> expressions) {
    return expressions.stream().flatMap(tree -> value(parent, tree).stream()).findFirst();
  }

  /** Functions and arrays don't decide how many elements a result has; shapes are fixed. */
  private Optional<String> counts(TreePath parent, List<? extends Tree> expressions) {
    return expressions.stream()
        .filter(tree -> !Syntax.isFunction(tree))
        .filter(tree -> !trees.isArray(trees.type(new TreePath(parent, tree))))
        .flatMap(tree -> count(parent, tree).stream())
        .findFirst();
  }

  private static boolean isFixedByInit(ExecutableElement method) {
    return FIXED_BY_INIT.contains(method.getSimpleName().toString())
        && AttributedTrees.isOfLibrary(method);
  }

  private final class Finder extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private @Nullable String found;
    private boolean argument;

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
      var element = trees.element(getCurrentPath());
      boolean isArgument = element != null && element.getKind() == ElementKind.PARAMETER;
      if (element != null
          && valued.contains(element)
          && (found == null || isArgument && !argument)) {
        // An argument explains more than a local name that follows from one.
        found = states.getOrDefault(element, tree.getName().toString());
        argument = isArgument;
      }
      find(state(element));
      return null;
    }

    /** The name of a field that may change between runs. */
    private Optional<String> state(@Nullable Element element) {
      return hasState && element != null ? ScopeState.ofField(element, trees) : Optional.empty();
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree tree, @Nullable Void unused) {
      boolean isLength =
          tree.getIdentifier().contentEquals("length")
              && trees.isJavaArray(
                  trees.type(new TreePath(getCurrentPath(), tree.getExpression())));
      if (isLength) {
        find(count(getCurrentPath(), tree.getExpression()));
        return null;
      }
      find(state(trees.element(getCurrentPath())));
      return super.visitMemberSelect(tree, null);
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree tree, @Nullable Void unused) {
      return null;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      var method = trees.method(path);
      if (method.filter(Taint::isFixedByInit).isPresent()) {
        return null;
      }
      if (hasState) {
        find(
            method.flatMap(
                called -> ScopeState.ofCall(called, tree, trees).or(() -> trees.stateOf(called))));
      }
      if (method.filter(m -> readsShapesOnly(path, tree, m)).isPresent()) {
        return null;
      }
      var receiver = Syntax.receiver(tree);
      if (receiver.isPresent() && method.filter(this::isQuestionOfCount).isPresent()) {
        find(count(new TreePath(path, tree.getMethodSelect()), receiver.get()));
        return null;
      }
      return super.visitMethodInvocation(tree, null);
    }

    /** Whether a user's method is given arrays only, and makes no Java values of theirs. */
    private boolean readsShapesOnly(
        TreePath path, MethodInvocationTree tree, ExecutableElement method) {
      return !AttributedTrees.isOfJdk(method)
          && !AttributedTrees.isOfLibrary(method)
          && trees.isScalar(method.getReturnType())
          && values(path, List.of(tree.getMethodSelect())).isEmpty()
          && counts(path, tree.getArguments()).isEmpty()
          && !effects.readsArrays(method);
    }

    private boolean isQuestionOfCount(ExecutableElement method) {
      return AttributedTrees.isOfJdk(method)
          && method.getParameters().isEmpty()
          && COUNTS.contains(method.getSimpleName().toString());
    }

    private void find(Optional<String> name) {
      if (found == null) {
        found = name.orElse(null);
      }
    }
  }
}
