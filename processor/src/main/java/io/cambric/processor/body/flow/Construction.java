package io.cambric.processor.body.flow;

import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.util.TreePath;
import io.cambric.processor.body.flow.MethodSummary.Mention;
import io.cambric.processor.read.Owners;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * The construction of a submodule: {@code X.of(...)} and the changes before its use, as in {@code
 * Dense.of(4).withUseBias(false).named("out")}.
 *
 * @param factory the call of {@code of}
 * @param whole the outermost call that still yields the submodule
 * @param module the module class
 * @param moduleName its simple name; for a module from a lambda, its given name
 * @param prefix the prefix of its automatic name, with its transformations
 * @param name the path to the literal in {@code named("...")}, if there is one
 * @param isNamed whether {@code named} is called at all
 * @param isDetached whether {@code detached()} is called
 */
public record Construction(
    TreePath factory,
    TreePath whole,
    TypeElement module,
    String moduleName,
    String prefix,
    @Nullable TreePath name,
    boolean isNamed,
    boolean isDetached) {

  /** The methods of every module that open no scope, and the names of generated shorthands. */
  private static final Set<String> WITHOUT_SCOPE =
      Set.of("init", "initWithOutput", "apply", "bind");

  /** {@return the construction that begins with a call of {@code of} at {@code path}} */
  public static Optional<Construction> at(TreePath path, AttributedTrees trees) {
    if (!(path.getLeaf() instanceof MethodInvocationTree)) {
      return Optional.empty();
    }
    var method = trees.method(path).filter(trees::isFactory);
    if (method.isEmpty()) {
      return Optional.empty();
    }
    var module = trees.made(method.get());
    return Optional.of(chain(path, module, given(path, method.get(), trees), trees));
  }

  /**
   * {@return the additional submodule that a change of a module at {@code path} makes}
   *
   * <p>A copy is always another submodule. Another change takes over the name of a module that is
   * still unused. A change of a component or a part takes a new name.
   *
   * @param isTaken whether the changed module, if it isn't a copy, has its name already
   */
  static Optional<Construction> anew(
      TreePath path, Predicate<TreePath> isTaken, AttributedTrees trees) {
    if (!(path.getLeaf() instanceof MethodInvocationTree call)
        || !(call.getMethodSelect() instanceof MemberSelectTree select)
        || !isChange(path, trees)
        || select.getIdentifier().contentEquals("detached")) {
      return Optional.empty();
    }
    var receiver = new TreePath(new TreePath(path, select), select.getExpression());
    boolean isFirst =
        at(receiver, trees).isEmpty()
            && !(receiver.getLeaf() instanceof MethodInvocationTree && isChange(receiver, trees));
    boolean opens = select.getIdentifier().contentEquals("copy") || isTaken.test(receiver);
    return isFirst && opens
        ? trees
            .typeElement(path)
            .map(module -> chain(path, trees.moduleClass(module), Optional.empty(), trees))
        : Optional.empty();
  }

  /** The name given to a module from a lambda, which replaces the name of a class. */
  private static Optional<String> given(
      TreePath path, ExecutableElement factory, AttributedTrees trees) {
    var arguments = ((MethodInvocationTree) path.getLeaf()).getArguments();
    return AttributedTrees.isLambdaFactory(factory) && !arguments.isEmpty()
        ? Syntax.literal(arguments.getFirst())
        : Optional.empty();
  }

  /** The new submodule after the chained calls on it. */
  private static Construction chain(
      TreePath path, TypeElement module, Optional<String> given, AttributedTrees trees) {
    TreePath whole = path;
    TreePath name = nameIn(path);
    boolean isNamed = name != null;
    boolean isDetached = false;
    var transformations = new StringBuilder(transformation(path, trees));
    for (var next = chained(whole, trees); next != null; next = chained(whole, trees)) {
      whole = next;
      if (next.getLeaf() instanceof MethodInvocationTree call) {
        var called = ((MemberSelectTree) call.getMethodSelect()).getIdentifier().toString();
        isDetached |= called.equals("detached");
        if (called.equals("copy")) {
          isNamed = false;
          name = null;
        }
        if (nameIn(next) != null) {
          isNamed = true;
          name = nameIn(next);
        }
        transformations.insert(0, transformation(next, trees));
      }
    }
    // A call that doesn't compile may be an attempt to name it.
    isNamed |= isBroken(whole, trees);
    var moduleName = given.orElse(module.getSimpleName().toString());
    var prefix = transformations + given.orElseGet(() -> trees.prefix(module));
    return new Construction(path, whole, module, moduleName, prefix, name, isNamed, isDetached);
  }

  private static boolean isBroken(TreePath path, AttributedTrees trees) {
    var call = path.getParentPath().getParentPath();
    return path.getParentPath().getLeaf() instanceof MemberSelectTree
        && call.getLeaf() instanceof MethodInvocationTree
        && trees.method(call).isEmpty();
  }

  private static @Nullable TreePath nameIn(TreePath call) {
    return call.getLeaf() instanceof MethodInvocationTree tree
            && tree.getMethodSelect() instanceof MemberSelectTree select
            && select.getIdentifier().contentEquals("named")
            && !tree.getArguments().isEmpty()
        ? new TreePath(call, tree.getArguments().getFirst())
        : null;
  }

  /** The transformation that a call applies; automatic names begin with its name. */
  private static String transformation(TreePath call, AttributedTrees trees) {
    return trees
        .method(call)
        .filter(AttributedTrees::isTransformation)
        .map(method -> method.getSimpleName() + " ")
        .orElse("");
  }

  /** {@return whether its name is automatic, with a counter} */
  public boolean hasAutomaticName() {
    return !isNamed && !isDetached;
  }

  /** {@return whether a method that needs its variables is called on the construction itself} */
  public boolean isCalledInScope(AttributedTrees trees) {
    return isCalledAtOnce()
        && trees
            .method(whole.getParentPath().getParentPath())
            .filter(trees::isOfBody)
            .filter(called -> !WITHOUT_SCOPE.contains(called.getSimpleName().toString()))
            .isPresent();
  }

  /** {@return a mention of the module and of the method that is called on it here} */
  public Mention asMention(AttributedTrees trees) {
    var called =
        isCalledInScope(trees)
            ? ((MemberSelectTree) whole.getParentPath().getLeaf()).getIdentifier().toString()
            : "";
    return new Mention(module.getQualifiedName().toString(), called);
  }

  /** {@return whether a method of the module is called on the construction itself} */
  public boolean isCalledAtOnce() {
    return whole.getParentPath().getLeaf() instanceof MemberSelectTree
        && whole.getParentPath().getParentPath().getLeaf() instanceof MethodInvocationTree;
  }

  /** The call, or the parentheses, around {@code path} that still yield the submodule. */
  private static @Nullable TreePath chained(TreePath path, AttributedTrees trees) {
    var parent = path.getParentPath();
    if (parent.getLeaf() instanceof ParenthesizedTree) {
      return parent;
    }
    if (!(parent.getLeaf() instanceof MemberSelectTree)) {
      return null;
    }
    var call = parent.getParentPath();
    boolean isCall =
        call.getLeaf() instanceof MethodInvocationTree invocation
            && invocation.getMethodSelect() == parent.getLeaf();
    return isCall && isChange(call, trees) ? call : null;
  }

  /** {@return whether a call on a module returns it changed} */
  public static boolean isChange(TreePath call, AttributedTrees trees) {
    return trees.method(call).filter(method -> isChange(method, trees)).isPresent()
        && trees.isModule(trees.type(call));
  }

  private static boolean isChange(ExecutableElement method, AttributedTrees trees) {
    var name = method.getSimpleName().toString();
    boolean changes =
        name.startsWith("with")
            || name.equals("named")
            || name.equals("detached")
            || name.equals("copy")
            || name.equals("lifted");
    return !method.getModifiers().contains(Modifier.STATIC)
        && (changes && trees.isModule(Owners.of(method).asType())
            || AttributedTrees.isVerb(method)
            || AttributedTrees.isTransformation(method));
  }
}
