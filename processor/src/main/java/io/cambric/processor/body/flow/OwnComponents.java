package io.cambric.processor.body.flow;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.read.Owners;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * The modules in components of a definition, and their uses. They belong to the module whose method
 * runs, so a function for other modules gets them only as arguments.
 */
public final class OwnComponents {

  private final AttributedTrees trees;
  private final TypeElement definition;
  private final Map<Element, String> users;
  private final Set<String> passed;

  private OwnComponents(
      AttributedTrees trees,
      TypeElement definition,
      Map<Element, String> users,
      Set<String> passed) {
    this.trees = trees;
    this.definition = definition;
    this.users = users;
    this.passed = passed;
  }

  /**
   * Reads the methods of a definition.
   *
   * @param method the method whose functions are checked
   */
  public static OwnComponents of(
      DefinitionScanner.Method method,
      List<DefinitionScanner.Method> methods,
      AttributedTrees trees) {
    var definition = (TypeElement) Owners.of(method.element());
    var none = new OwnComponents(trees, definition, Map.of(), Set.of());
    var direct = new HashMap<Element, String>();
    for (var other : methods) {
      none.mentions(other.path()).stream()
          .findFirst()
          .ifPresent(component -> direct.put(other.element(), component));
    }
    return new OwnComponents(
        trees, definition, OwnCalls.of(methods, trees).spread(direct), none.passed(method.path()));
  }

  /** {@return the component that a tree in a function for other modules uses} */
  public Optional<String> used(TreePath path) {
    var component = component(path);
    if (component.isEmpty()
        && path.getLeaf() instanceof MethodInvocationTree call
        && Syntax.isOnThis(call)) {
      component = trees.method(path).flatMap(m -> Optional.ofNullable(users.get(m)));
    }
    return component.filter(name -> !passed.contains(name));
  }

  /** {@return the module class of the definition} */
  public String module() {
    return ElementNames.module(definition.getSimpleName().toString());
  }

  /** {@return whether another module than the owner of this method runs a function} */
  public boolean isOfOthers(LambdaExpressionTree lambda, TreePath path) {
    var types =
        lambda.getParameters().stream()
            .map(p -> trees.typeElement(trees.type(new TreePath(path, p))))
            .toList();
    return !types.isEmpty()
        && isOther(types.getFirst())
        && types.stream().flatMap(Optional::stream).noneMatch(this::isOwn);
  }

  private boolean isOther(Optional<TypeElement> type) {
    return type.filter(t -> AttributedTrees.isGenerated(t) && trees.isModule(t.asType()))
        .isPresent();
  }

  private boolean isOwn(TypeElement module) {
    return module.getSimpleName().contentEquals(module());
  }

  /** The component that an identifier or a call of an accessor denotes. */
  private Optional<String> component(TreePath path) {
    var name =
        switch (path.getLeaf()) {
          case IdentifierTree _ -> trees.field(path);
          case MemberSelectTree select when Syntax.isThis(select.getExpression()) ->
              trees.field(path);
          case MethodInvocationTree call when call.getArguments().isEmpty() ->
              trees.method(path).orElse(null);
          default -> null;
        };
    return name == null || !definition.equals(name.getEnclosingElement())
        ? Optional.empty()
        : definition.getRecordComponents().stream()
            .filter(c -> c.getSimpleName().equals(name.getSimpleName()))
            .filter(c -> trees.holdsModule(c.asType()))
            .map(c -> c.getSimpleName().toString())
            .findFirst();
  }

  private Set<String> mentions(TreePath method) {
    var found = new HashSet<String>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void scan(@Nullable Tree tree, @Nullable Void unused) {
        if (tree != null && getCurrentPath() != null) {
          component(new TreePath(getCurrentPath(), tree)).ifPresent(found::add);
        }
        return super.scan(tree, null);
      }
    }.scan(method, null);
    return found;
  }

  /** Components among the arguments of calls in a method. */
  private Set<String> passed(TreePath method) {
    var found = new HashSet<String>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        for (var argument : tree.getArguments()) {
          component(new TreePath(getCurrentPath(), argument)).ifPresent(found::add);
        }
        return super.visitMethodInvocation(tree, null);
      }
    }.scan(method, null);
    return found;
  }
}
