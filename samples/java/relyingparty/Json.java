package relyingparty;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON without a library: objects are maps, arrays lists, and the rest String, Double, Boolean and null. A program that
 * has a JSON library already uses that one.
 */
final class Json {
    private static final int MAX_DEPTH = 16;

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        Json parser = new Json(text);
        Object value = parser.value(0);
        parser.blanks();
        if (parser.at != text.length()) {
            throw parser.error();
        }
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        if (value instanceof Map) {
            return (Map<String, Object>) value;
        }
        throw new IllegalArgumentException("no JSON object");
    }

    /** A text behind names of members; an exception that says which is missing when there is none. */
    static String text(Map<String, Object> object, String... path) {
        Object value = object;
        for (String name : path) {
            value = value instanceof Map<?, ?> map ? map.get(name) : null;
        }
        if (value instanceof String found) {
            return found;
        }
        throw new IllegalArgumentException("no text " + String.join(".", path));
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> map) {
            String separator = "{";
            for (Map.Entry<?, ?> member : map.entrySet()) {
                out.append(separator);
                write(member.getKey(), out);
                out.append(':');
                write(member.getValue(), out);
                separator = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            String separator = "[";
            for (Object element : list) {
                out.append(separator);
                write(element, out);
                separator = ",";
            }
            out.append(list.isEmpty() ? "[]" : "]");
        } else if (value instanceof String string) {
            out.append('"');
            for (char c : string.toCharArray()) {
                if (c == '"' || c == '\\') {
                    out.append('\\').append(c);
                } else if (c < ' ') {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
            out.append('"');
        } else {
            out.append(value);
        }
    }

    private Object value(int depth) {
        blanks();
        if (depth > MAX_DEPTH) {
            throw error();
        }
        return switch (peek()) {
            case '{' -> members(depth);
            case '[' -> elements(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> members(int depth) {
        Map<String, Object> found = new LinkedHashMap<>();
        at += 1;
        blanks();
        while (peek() != '}') {
            String name = string();
            blanks();
            take(':');
            if (found.containsKey(name)) {
                throw error();
            }
            found.put(name, value(depth + 1));
            blanks();
            if (peek() != '}') {
                take(',');
                blanks();
            }
        }
        at += 1;
        return found;
    }

    private List<Object> elements(int depth) {
        List<Object> found = new ArrayList<>();
        at += 1;
        blanks();
        while (peek() != ']') {
            found.add(value(depth + 1));
            blanks();
            if (peek() != ']') {
                take(',');
            }
        }
        at += 1;
        return found;
    }

    private String string() {
        take('"');
        StringBuilder found = new StringBuilder();
        while (peek() != '"') {
            char c = text.charAt(at++);
            found.append(c == '\\' ? escaped() : c);
        }
        at += 1;
        return found.toString();
    }

    private char escaped() {
        char c = peek();
        at += 1;
        switch (c) {
            case 'n': return '\n';
            case 't': return '\t';
            case 'r': return '\r';
            case 'b': return '\b';
            case 'f': return '\f';
            case 'u':
                if (at + 4 > text.length()) {
                    throw error();
                }
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            default: return c;
        }
    }

    private Double number() {
        int start = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at += 1;
        }
        if (start == at) {
            throw error();
        }
        return Double.valueOf(text.substring(start, at));
    }

    private <T> T word(String word, T value) {
        if (!text.startsWith(word, at)) {
            throw error();
        }
        at += word.length();
        return value;
    }

    private char peek() {
        if (at >= text.length()) {
            throw error();
        }
        return text.charAt(at);
    }

    private void take(char c) {
        if (peek() != c) {
            throw error();
        }
        at += 1;
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at += 1;
        }
    }

    private IllegalArgumentException error() {
        return new IllegalArgumentException("not JSON at character " + at);
    }
}
