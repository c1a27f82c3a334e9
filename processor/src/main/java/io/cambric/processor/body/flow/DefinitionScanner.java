package io.cambric.processor.body.flow;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Finds the methods of definitions in a class. */
public final class DefinitionScanner {

  /**
   * A method of a definition.
   *
   * @param path the path to its tree
   * @param element the method itself
   */
  public record Method(TreePath path, ExecutableElement element) {

    MethodTree tree() {
      return (MethodTree) path.getLeaf();
    }
  }

  private DefinitionScanner() {}

  /** {@return the methods of each definition in {@code type}} */
  public static List<List<Method>> definitions(TreePath type, AttributedTrees trees) {
    var definitions = new ArrayList<List<Method>>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
        var element = trees.element(getCurrentPath());
        if (element != null && AttributedTrees.isDefinition(element)) {
          definitions.add(methods(getCurrentPath(), trees));
        }
        return super.visitClass(tree, null);
      }
    }.scan(type, null);
    return definitions;
  }

  /** {@return the methods of all definitions in {@code type}} */
  public static List<Method> methods(List<List<Method>> definitions) {
    return definitions.stream().flatMap(List::stream).toList();
  }

  private static List<Method> methods(TreePath type, AttributedTrees trees) {
    var methods = new ArrayList<Method>();
    for (var member : ((ClassTree) type.getLeaf()).getMembers()) {
      if (member instanceof MethodTree tree && tree.getBody() != null) {
        var path = new TreePath(type, tree);
        if (trees.element(path) instanceof ExecutableElement element) {
          methods.add(new Method(path, element));
        }
      }
    }
    return methods;
  }
}
