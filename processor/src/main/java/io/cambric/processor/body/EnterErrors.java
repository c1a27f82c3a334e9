package io.cambric.processor.body;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;

/**
 * Errors in declarations, after which javac runs no processor. Examples are two members or classes
 * of one name, a class that extends itself, and a public class in a file of another name. Javac
 * reports such an error, and gives the tree no element of its own.
 */
final class EnterErrors {

  private EnterErrors() {}

  /** {@return whether a file has such an error} */
  static boolean in(CompilationUnitTree unit, Trees trees, Types types) {
    var finder = new Finder(trees, types);
    finder.scan(new TreePath(unit), null);
    return finder.found;
  }

  private static final class Finder extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Trees trees;
    private final Types types;
    private final Set<Element> seen = new HashSet<>();
    private boolean found;

    Finder(Trees trees, Types types) {
      this.trees = trees;
      this.types = types;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
      if (trees.getElement(getCurrentPath()) instanceof TypeElement type) {
        found |=
            !seen.add(type)
                || type.asType().getKind() == TypeKind.ERROR
                || isInWrongFile(type)
                || hasClash(type);
        for (var member : tree.getMembers()) {
          found |= !(member instanceof BlockTree) && !isMember(member, type);
        }
      } else {
        found = true;
      }
      return super.visitClass(tree, null);
    }

    private boolean isMember(Tree member, TypeElement type) {
      var element = trees.getElement(new TreePath(getCurrentPath(), member));
      return element != null && type.getEnclosedElements().contains(element);
    }

    /** Whether two methods differ by the arguments of types only, which are erased. */
    private boolean hasClash(TypeElement type) {
      var erased = new HashSet<String>();
      return ElementFilter.methodsIn(type.getEnclosedElements()).stream()
          .map(method ->
              method.getParameters().stream()
                  .map(parameter -> types.erasure(parameter.asType()).toString())
                  .collect(Collectors.joining(",", method.getSimpleName() + "(", ")")))
          .anyMatch(signature -> !erased.add(signature));
    }

    private boolean isInWrongFile(TypeElement type) {
      var unit = getCurrentPath().getCompilationUnit();
      return !type.getNestingKind().isNested()
          && type.getModifiers().contains(Modifier.PUBLIC)
          && !unit.getSourceFile()
              .isNameCompatible(type.getSimpleName().toString(), JavaFileObject.Kind.SOURCE);
    }

    /** The types in a method are entered later. */
    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable Void unused) {
      return null;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
      return null;
    }
  }
}
