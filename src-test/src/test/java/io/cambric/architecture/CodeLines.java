package io.cambric.architecture;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.EmptyStatementTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * The number of lines of a source that hold code: statements, and fields with their values. Blank
 * lines, comments, annotations, imports, headers of types and methods, record components, and lines
 * of brackets alone do not count.
 */
final class CodeLines {

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  private static final JavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

  /** A comment, or a literal, in which nothing begins a comment. */
  private static final Pattern COMMENT =
      Pattern.compile(
          "(//[^\\n]*|/\\*.*?\\*/)|\"\"\".*?(?<!\\\\)\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'",
          Pattern.DOTALL);

  private static final Pattern BRACKETS = Pattern.compile("[\\s{}()\\[\\];,]*");

  private final CompilationUnitTree unit;
  private final SourcePositions positions;
  private final BitSet code = new BitSet();
  private final BitSet headers = new BitSet();

  private CodeLines(CompilationUnitTree unit, SourcePositions positions) {
    this.unit = unit;
    this.positions = positions;
  }

  /** {@return the number of lines of code in the source of a class} */
  static int of(String source) {
    var file =
        new SimpleJavaFileObject(
            URI.create("string:///Source.java"), SimpleJavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    var task =
        (JavacTask) COMPILER.getTask(null, FILES, null, List.of("-proc:none"), null, List.of(file));
    try {
      var lines =
          new CodeLines(task.parse().iterator().next(), Trees.instance(task).getSourcePositions());
      return lines.count(source);
    } catch (IOException e) {
      throw new AssertionError("a source in memory was not read", e);
    }
  }

  private int count(String source) {
    new Marks().scan(unit, null);
    var text = withoutComments(source).split("\n", -1);
    code.andNot(headers);
    return (int) code.stream().filter(line -> !BRACKETS.matcher(text[line - 1]).matches()).count();
  }

  private static String withoutComments(String source) {
    return COMMENT
        .matcher(source)
        .replaceAll(found ->
            found.group(1) == null
                ? Matcher.quoteReplacement(found.group())
                : found.group().replaceAll("[^\\n]", ""));
  }

  /** Marks the lines of statements and fields, and those of headers in them. */
  private final class Marks extends TreePathScanner<@Nullable Void, @Nullable Void> {

    @Override
    public @Nullable Void scan(@Nullable Tree tree, @Nullable Void unused) {
      boolean isStatement =
          tree instanceof StatementTree
              && !(tree instanceof BlockTree)
              && !(tree instanceof ClassTree)
              && !(tree instanceof EmptyStatementTree)
              && !(tree instanceof VariableTree variable && isParameter(variable));
      if (isStatement) {
        var modifiers = tree instanceof VariableTree variable ? variable.getModifiers() : null;
        mark(code, start(tree), end(tree));
        if (modifiers != null && !modifiers.getAnnotations().isEmpty()) {
          modifiers.getAnnotations().forEach(each -> mark(headers, start(each), end(each)));
          // The name may follow on the line of an annotation.
          headers.clear(line(end(tree)));
        }
      }
      return super.scan(tree, null);
    }

    private boolean isParameter(VariableTree variable) {
      var parent = getCurrentPath() == null ? null : getCurrentPath().getLeaf();
      return parent instanceof MethodTree
          || parent instanceof ClassTree type
              && type.getKind() == Tree.Kind.RECORD
              && !variable.getModifiers().getFlags().contains(Modifier.STATIC);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void unused) {
      long bodyStart = method.getBody() == null ? end(method) : start(method.getBody());
      mark(headers, start(method), bodyStart);
      return super.visitMethod(method, null);
    }

    @Override
    public @Nullable Void visitClass(ClassTree type, @Nullable Void unused) {
      type.getModifiers().getAnnotations().forEach(each -> mark(headers, start(each), end(each)));
      return super.visitClass(type, null);
    }
  }

  private long start(Tree tree) {
    return positions.getStartPosition(unit, tree);
  }

  private long end(Tree tree) {
    return positions.getEndPosition(unit, tree);
  }

  private int line(long position) {
    return (int) unit.getLineMap().getLineNumber(position);
  }

  private void mark(BitSet lines, long start, long end) {
    if (start >= 0 && end > start) {
      lines.set(line(start), line(end - 1) + 1);
    }
  }
}
